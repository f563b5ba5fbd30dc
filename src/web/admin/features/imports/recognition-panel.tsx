import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { countOf } from '#contracts/format.ts'
import type { ItemImportDetails } from '#contracts/item-import.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/field.tsx'
import { listSameColumns, needsKind } from './column-edits.ts'
import { ColumnNotes, ImportChoices } from './import-choices.tsx'
import { canForget, isBusy } from './queries.ts'
import { SheetFields } from './sheet-fields.tsx'
import { describeSheet } from './texts.ts'
import type { ColumnEditor } from './use-column-edits.ts'

/** The most sheets that the summary names. */
const MAX_SUMMARY_SHEETS = 3

interface RecognitionPanelProps {
  details: ItemImportDetails
  editor: ColumnEditor
}

/** What was recognised in the file: a summary that opens, and what staff can correct. */
export function RecognitionPanel({ details, editor }: RecognitionPanelProps) {
  const [choice, setChoice] = useState<{ state: string; open: boolean }>()
  // The columns are open while the kind of a sheet is needed; the user's choice lasts until the state changes.
  const open = choice?.state === details.state ? choice.open : needsKind(details)
  const id = useId()
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="mb-4 min-w-0 rounded-lg border border-line bg-surface"
    >
      <h2 id={`${id}-title`} className="text-brand leading-[1.2]">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setChoice({ state: details.state, open: !open })}
          className="flex w-full items-center gap-2 p-5 text-left hover:bg-surface-grey"
        >
          <Chevron aria-hidden="true" size={22} className="flex-none" />
          1. What was recognised
        </button>
      </h2>
      {!open && <Summary details={details} />}
      <RecognitionForm id={id} isOpen={open} details={details} editor={editor} />
    </section>
  )
}

function Summary({ details: { sheets, columns, options } }: { details: ItemImportDetails }) {
  const shown = sheets.toSorted((one, other) => Number(!one.kind) - Number(!other.kind))
  const more = shown.length - MAX_SUMMARY_SHEETS
  const sentences = [
    ...shown.slice(0, MAX_SUMMARY_SHEETS).map((sheet) => describeSheet(sheet, columns, sheets.length === 1)),
    ...(more > 0 ? [`${countOf(more, 'further sheet')}`] : []),
    ...(options.clearEmpty ? ['Empty cells clear the value'] : []),
    ...(options.draftNew ? ['New items are drafts'] : []),
    ...(options.sheetCategory ? ['The name of the sheet is the category of new items'] : []),
  ]
  return <p className="px-5 pb-5 text-muted">{`${sentences.join('. ')}.`}</p>
}

interface RecognitionFormProps extends RecognitionPanelProps {
  id: string
  /** Whether the sheets with their columns are shown. */
  isOpen: boolean
}

function RecognitionForm({ id, isOpen, details, editor }: RecognitionFormProps) {
  const { recognition, problems, isEdited, isPending } = editor
  const isEditable = canReadAgain(details)
  const problem = problems.columns.size > 0 ? 'Correct the columns that are marked.' : problems.file
  const needsAnswer = details.state === 'mapping'
  return (
    <form
      className="grid gap-5 px-5 pb-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!problem) editor.send()
      }}
    >
      <ColumnNotes recognition={recognition} />
      {isEditable && <ImportChoices details={details} editor={editor} />}
      {isOpen && !isEditable && !isBusy(details) && (
        <p className="text-muted">
          {details.hasFile
            ? 'Rows of this import are applied. To read the file in another way, undo the import or import the file again.'
            : 'The file is no longer stored. Import it again to read it in another way.'}
        </p>
      )}
      <div id={id} hidden={!isOpen} className="grid gap-5">
        {isOpen &&
          recognition.sheets.map((sheet) => (
            <SheetFields
              key={sheet.name}
              sheet={sheet}
              columns={recognition.columns.filter((column) => column.sheet === sheet.name)}
              problems={problems.columns}
              disabled={!isEditable}
              listSame={(column) => listSameColumns(recognition, column)}
              onKind={(kind) => editor.setKind(sheet.name, kind)}
              onTargets={(columns, target) => editor.setTargets(columns, () => target)}
            />
          ))}
        {isOpen && (
          <CheckboxField
            label="Empty cells clear the value"
            checked={recognition.options.clearEmpty}
            disabled={!isEditable}
            onChange={({ target }) => editor.setOptions({ clearEmpty: target.checked })}
          />
        )}
      </div>
      {isEditable && (isEdited || needsAnswer) && (
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="secondary" disabled={isPending || problem !== ''}>
            {needsAnswer ? 'Read the file' : 'Read again'}
          </Button>
          {isEdited && (
            <Button variant="outline" onClick={editor.discard}>
              Discard changes
            </Button>
          )}
          <p role="status" className={`text-sm ${problems.columns.size > 0 ? 'text-danger' : 'text-muted'}`}>
            {problem}
          </p>
        </div>
      )}
    </form>
  )
}

/** Whether the file can be read with other columns: it is still stored, and no row of it is applied. */
const canReadAgain = (details: ItemImportDetails): boolean => details.hasFile && canForget(details)
