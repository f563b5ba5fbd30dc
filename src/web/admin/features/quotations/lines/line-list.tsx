import { Plus } from 'lucide-react'
import { type KeyboardEvent, useMemo } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useCalculation, useQuotation, useQuotationState } from '../editor/fields.tsx'
import { type LineCommands, ROW_GRID, useLineCommands } from './line-commands.ts'
import { LineRow } from './line-row.tsx'

const HEADINGS = [
  ['number', ''],
  ['description', 'Item or description'],
  ['hsn', 'HSN'],
  ['quantity', 'Quantity'],
  ['unit', 'Unit'],
  ['unitPrice', 'Rate'],
  ['discountPercent', 'Disc. %'],
  ['gstRate', 'GST %'],
  ['amount', 'Amount'],
  ['menu', ''],
] as const

/** The lines of the quotation, which are entered like the rows of a spreadsheet. */
export function LineList() {
  const editor = useQuotation()
  const lines = useQuotationState(({ value: draft }) => draft.lines)
  const error = useQuotationState(({ errors, problems, showsAllErrors }) =>
    showsAllErrors ? (errors.lines ?? problems.lines) : undefined,
  )
  const { calculated, isCalculating, isOutdated } = useCalculation()
  const commands = useLineCommands(editor)
  const amounts = useMemo(
    () =>
      new Map(calculated?.keys.map((key, index) => [key, calculated.amounts.lines[index]?.netInCurrency])),
    [calculated],
  )
  return (
    <section aria-labelledby="lines" className="min-w-0 rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-5 pt-5 pb-3">
        <h2 id="lines" className="text-brand leading-[1.2]">
          Lines
        </h2>
        <p className="text-muted text-sm max-xl:hidden">
          Enter goes to the next field and adds a line. Alt with ↑ or ↓ moves a line.
        </p>
      </div>
      <div
        aria-hidden="true"
        className={`hidden gap-1.5 border-line border-y bg-surface-grey px-3 py-1.5 font-head font-medium text-label text-muted xl:grid ${ROW_GRID}`}
      >
        {HEADINGS.map(([name, heading]) => (
          <span key={name} className={name === 'unitPrice' || name === 'amount' ? 'text-right' : ''}>
            {heading}
          </span>
        ))}
      </div>
      <ol
        aria-label="Lines"
        aria-busy={isCalculating || isOutdated}
        onKeyDown={(event) => handleKey(event, commands)}
      >
        {lines.map((line, index) => (
          <LineRow
            key={line.key}
            line={line}
            number={index + 1}
            isLast={index === lines.length - 1}
            hasHeading={line.group !== '' && line.group !== lines[index - 1]?.group}
            amount={amounts.get(line.key)}
            commands={commands}
          />
        ))}
      </ol>
      {lines.length === 0 && (
        <p className="px-5 py-6 text-muted">
          No lines yet. In a line, type to search the catalogue, or enter any text.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3 border-line border-t p-3">
        <Button
          variant="outline"
          size="sm"
          ref={editor.focus.register('lines')}
          onClick={() => commands.addAfter(lines.at(-1)?.key)}
        >
          <Plus aria-hidden="true" size={18} /> Add line
        </Button>
        {error && <p className="text-danger text-sm">{error}</p>}
      </div>
    </section>
  )
}

const STEPS: Record<string, 1 | -1 | undefined> = { ArrowUp: -1, ArrowDown: 1 }

/** Enter goes to the next cell and from the last one to the next line; the arrow keys go to the same cell of another line. */
function handleKey(event: KeyboardEvent<HTMLOListElement>, commands: LineCommands): void {
  const cell = event.target as HTMLElement
  const row = cell.closest<HTMLElement>('[data-line]')
  const key = row?.dataset.line
  const step = STEPS[event.key]
  if (!row || !key || event.ctrlKey || event.metaKey || event.shiftKey || event.nativeEvent.isComposing)
    return
  const cells = [...row.querySelectorAll<HTMLElement>('[data-cell]')]
  const column = cells.indexOf(cell)
  if (step && event.altKey) commands.move(key, step)
  else if (step && column !== -1 && cell instanceof HTMLInputElement) {
    const neighbour = step === 1 ? row.nextElementSibling : row.previousElementSibling
    focusCell(neighbour?.querySelectorAll<HTMLElement>('[data-cell]')[column])
  } else if (event.key === 'Enter' && column !== -1) {
    const next = cells[column + 1] ?? row.nextElementSibling?.querySelector<HTMLElement>('[data-cell]')
    if (next) focusCell(next)
    else commands.addAfter(key)
  } else return
  event.preventDefault()
}

/** Moves the focus to a cell, whose text is selected so that typing replaces it. */
function focusCell(cell: HTMLElement | null | undefined): void {
  cell?.focus()
  if (cell instanceof HTMLInputElement) cell.select()
}
