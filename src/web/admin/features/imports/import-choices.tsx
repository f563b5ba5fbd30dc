import { useId } from 'react'
import type { ImportColumn, ItemImportDetails } from '#contracts/item-import.ts'
import { CheckboxField } from '#web/ui/field.tsx'
import {
  getColumnLetters,
  isPrice,
  listIncluded,
  listPriceQuestions,
  listSameColumns,
  type PriceQuestion,
  type Recognition,
} from './column-edits.ts'
import { listCategoryNames } from './texts.ts'
import type { ColumnEditor } from './use-column-edits.ts'

interface ImportChoicesProps {
  details: ItemImportDetails
  editor: ColumnEditor
}

/** What the user decides about a file as a whole: the column of the price, and what becomes of new items. */
export function ImportChoices({ details, editor }: ImportChoicesProps) {
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
          label: `Column ${getColumnLetters(index)} "${title}"`,
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
export function ColumnNotes({ recognition }: { recognition: Recognition }) {
  const included = new Set(listIncluded(recognition.sheets).map(({ name }) => name))
  const notes = new Map<string, string>()
  for (const { sheet, index, title, note, target } of recognition.columns)
    if (included.has(sheet) && target.type === 'ignored' && note && note !== 'priceCandidate')
      notes.set(
        title.toLowerCase(),
        `Column ${getColumnLetters(index)} "${title}" is not used: ${NOTES[note]}`,
      )
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
