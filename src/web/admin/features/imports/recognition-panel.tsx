import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import type { ImportColumn, ItemImportDetails } from '#contracts/bulk-data/item-import.ts'
import { countOf, formatColumn } from '#contracts/format.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/field.tsx'
import {
  type ColumnEditor,
  isPrice,
  listIncluded,
  listPriceQuestions,
  listSameColumns,
  needsKind,
  type PriceQuestion,
  type Recognition,
} from './column-edits.ts'
import { canForget, isBusy } from './requests.ts'
import { SheetFields } from './sheet-fields.tsx'
import { describeSheet, listCategoryNames } from './texts.ts'

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

interface ImportChoicesProps {
  details: ItemImportDetails
  editor: ColumnEditor
}

/** What the user decides about a file as a whole: the column of the price, and what becomes of new items. */
function ImportChoices({ details, editor }: ImportChoicesProps) {
  const { recognition, setOptions } = editor
  const { options } = recognition
  const questions = listPriceQuestions({ ...recognition, columns: details.columns })
  const names = listCategoryNames(recognition)
  return (
    <>
      {questions.map((question) => (
        <PriceField
          key={question.key}
          question={question}
          isOnly={questions.length === 1}
          recognition={recognition}
          onChange={editor.setTargets}
        />
      ))}
      <Choices
        legend="New items"
        choices={[
          {
            label: 'Save as drafts',
            isChosen: options.draftNew,
            onChoose: () => setOptions({ draftNew: true }),
          },
          {
            label: 'Publish at once',
            isChosen: !options.draftNew,
            onChoose: () => setOptions({ draftNew: false }),
          },
        ]}
      />
      {names.length > 0 && (
        <CheckboxField
          label={`Use the name of the sheet as the category of new items: ${names.slice(0, 4).join(', ')}${names.length > 4 ? ', ...' : ''}`}
          checked={options.sheetCategory}
          onChange={({ target }) => setOptions({ sheetCategory: target.checked })}
        />
      )}
    </>
  )
}

interface PriceFieldProps {
  question: PriceQuestion
  isOnly: boolean
  recognition: Recognition
  onChange: ColumnEditor['setTargets']
}

function PriceField({ question: { columns, sheets }, isOnly, recognition, onChange }: PriceFieldProps) {
  const ofSheets = columns.map((column) =>
    listSameColumns(recognition, column).filter(({ sheet }) => sheets.includes(sheet)),
  )
  const isDecided = ofSheets.flat().every(({ note }) => note === undefined)
  const choose = (price: ImportColumn[] | undefined) =>
    onChange(ofSheets.flat(), (column) =>
      price?.includes(column) ? { type: 'field', field: 'price' } : { type: 'ignored' },
    )
  const chosen = ofSheets.find((same) => same.some(({ target }) => isPrice(target)))
  return (
    <Choices
      legend="Which column is the price on the website?"
      hint={isOnly ? '' : `In the sheets ${sheets.join(', ')}`}
      choices={[
        ...columns.map(({ index, title }, position) => ({
          label: `Column ${formatColumn(index)} "${title}"`,
          samples: ofSheets[position]!.flatMap(({ samples }) => samples).slice(0, 3),
          isChosen: ofSheets[position] === chosen,
          onChoose: () => choose(ofSheets[position]),
        })),
        { label: 'None of them', isChosen: isDecided && !chosen, onChoose: () => choose(undefined) },
      ]}
    />
  )
}

interface Choice {
  label: string
  samples?: string[]
  isChosen: boolean
  onChoose: () => void
}

function Choices({ legend, hint, choices }: { legend: string; hint?: string; choices: Choice[] }) {
  const name = useId()
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
      <legend className="float-left mb-2 w-full font-head font-semibold text-control-lg">{legend}</legend>
      {hint && <p className="w-full text-muted text-sm">{hint}</p>}
      {choices.map(({ label, samples = [], isChosen, onChoose }) => (
        <label
          key={label}
          className={`flex min-h-6 flex-wrap items-center gap-x-3 ${samples.length > 0 ? 'w-full' : ''}`}
        >
          <input
            type="radio"
            name={name}
            checked={isChosen}
            onChange={onChoose}
            className="size-5 flex-none accent-marine"
          />
          {label}
          {samples.length > 0 && <span className="text-muted tabular-nums">{samples.join('; ')}</span>}
        </label>
      ))}
    </fieldset>
  )
}

/** Columns that are not used because of what they contain, once for all sheets. */
function ColumnNotes({ recognition }: { recognition: Recognition }) {
  const included = new Set(listIncluded(recognition.sheets).map(({ name }) => name))
  const notes = new Map<string, string>()
  for (const { sheet, index, title, note, target } of recognition.columns)
    if (included.has(sheet) && target.type === 'ignored' && note && note !== 'priceCandidate')
      notes.set(title.toLowerCase(), `Column ${formatColumn(index)} "${title}" is not used: ${NOTES[note]}`)
  return [...notes.values()].map((note) => (
    <p key={note} className="border-warning border-l-3 pl-3">
      {note}
    </p>
  ))
}

const NOTES = {
  confidential: 'it seems to be confidential.',
  maximumPrice: 'a maximum retail price contains the tax, and is no earlier price.',
}
