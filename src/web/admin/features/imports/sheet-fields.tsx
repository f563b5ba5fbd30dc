import { countOf, formatCount } from '#contracts/format.ts'
import type { ColumnTarget, ImportColumn, ImportSheet } from '#contracts/item-import.ts'
import { KIND_LABELS, KINDS, type Kind } from '#contracts/kind.ts'
import { Select } from '#web/ui/field.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { IncrementalList } from '../layout/incremental-list.tsx'
import { getColumnKey, getColumnLetters } from './column-edits.ts'
import { ColumnTargetField } from './column-target-field.tsx'

const COLUMN_BATCH_SIZE = 60

interface SheetFieldsProps {
  sheet: ImportSheet
  columns: ImportColumn[]
  problems: ReadonlyMap<string, string>
  disabled: boolean
  onKind: (kind: Kind | null) => void
  /** The columns of the same title in all sheets. */
  listSame: (column: ImportColumn) => ImportColumn[]
  onTargets: (columns: ImportColumn[], target: ColumnTarget) => void
}

/** What a sheet contains, and what its columns are used as. */
export function SheetFields({
  sheet,
  columns,
  problems,
  disabled,
  onKind,
  listSame,
  onTargets,
}: SheetFieldsProps) {
  const { name, kind, headerRow, rows } = sheet
  return (
    <fieldset className="min-w-0 border-line border-t pt-4">
      <legend className="float-left mb-2 w-full font-head font-semibold text-control-lg">
        {name ? `Sheet ${name}` : 'The file'}
      </legend>
      <div className="clear-both mb-3 flex flex-wrap items-end gap-x-6 gap-y-2">
        <Select
          label="What it contains"
          className="min-w-52"
          value={kind ?? ''}
          disabled={disabled}
          onChange={({ target }) => onKind(KINDS.find((each) => each === target.value) ?? null)}
        >
          <option value="">Leave out</option>
          {KINDS.map((each) => (
            <option key={each} value={each}>
              {KIND_LABELS[each].pluralLabel}
            </option>
          ))}
        </Select>
        <p className="pb-2 text-muted text-sm">
          {`${headerRow > 0 ? `Titles in row ${formatCount(headerRow)}` : 'No row with titles was found'}, ${countOf(rows, 'row')} with items`}
        </p>
      </div>
      {kind && columns.length > 0 && (
        <IncrementalList count={columns.length} batchSize={COLUMN_BATCH_SIZE}>
          {(visibleCount) => (
            <Table columns={['Column', 'Title in the file', 'First values', 'Used as']} stacked>
              {columns.slice(0, visibleCount).map((column) => (
                <TableRow key={column.index}>
                  <TableCell className="text-muted lg:w-20">
                    <span className="lg:hidden">Column </span>
                    {getColumnLetters(column.index)}
                  </TableCell>
                  <TableCell className="max-w-96 whitespace-pre-line lg:w-1/4">
                    {column.title || <span className="text-muted">No title</span>}
                  </TableCell>
                  <TableCell className="max-w-96 text-muted text-sm lg:w-1/4">
                    {column.samples.join('; ')}
                  </TableCell>
                  <TableCell>
                    <ColumnTargetField
                      column={column}
                      problem={problems.get(getColumnKey(column))}
                      disabled={disabled}
                      same={listSame(column)}
                      onChange={onTargets}
                    />
                  </TableCell>
                </TableRow>
              ))}
            </Table>
          )}
        </IncrementalList>
      )}
    </fieldset>
  )
}
