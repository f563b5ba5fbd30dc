import { useId } from 'react'
import { IMPORT_FIELD_NAMES, IMPORT_FIELDS, type ImportField } from '#contracts/bulk-data/import-fields.ts'
import type { ColumnTarget, ImportColumn, ImportSheet } from '#contracts/bulk-data/item-import.ts'
import { countOf, formatColumn, formatCount } from '#contracts/format.ts'
import { KIND_LABELS, KINDS, type Kind } from '#contracts/item/kind.ts'
import { LIMITS } from '#contracts/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { IncrementalList } from '../../list/incremental-list.tsx'
import { getColumnKey } from './column-edits.ts'

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
                    {formatColumn(column.index)}
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

interface ColumnTargetFieldProps {
  column: ImportColumn
  problem: string | undefined
  disabled: boolean
  /** The columns of the same title in all sheets, this one included. */
  same: ImportColumn[]
  onChange: (columns: ImportColumn[], target: ColumnTarget) => void
}

/** What a column is used as: a field, a specification with a name, or nothing. */
function ColumnTargetField({ column, problem, disabled, same, onChange }: ColumnTargetFieldProps) {
  const id = useId()
  const { index, title, target } = column
  const label = `Column ${formatColumn(index)}${title ? `, ${title}` : ''}`
  const change = (changed: ColumnTarget) => onChange([column], changed)
  const others = same.filter((each) => JSON.stringify(each.target) !== JSON.stringify(target))
  const choose = (value: string) => {
    if (value === 'specification')
      change({ type: 'specification', name: title.trim().slice(0, LIMITS.specificationKeyLength) })
    else if (isField(value)) change({ type: 'field', field: value })
    else change({ type: 'ignored' })
  }
  const problemProps = {
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem ? id : undefined,
  }
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap gap-2">
        <select
          aria-label={`${label}: used as`}
          className="field min-w-44 max-w-64 flex-1"
          value={target.type === 'field' ? target.field : target.type}
          disabled={disabled}
          onChange={(event) => choose(event.target.value)}
          {...problemProps}
        >
          <option value="ignored">Ignore</option>
          <option value="specification">Specification ...</option>
          {FIELD_GROUPS.map(([group, fields]) => (
            <optgroup key={group} label={group}>
              {fields.map((field) => (
                <option key={field} value={field}>
                  {IMPORT_FIELDS[field].label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        {target.type === 'specification' && (
          <input
            aria-label={`${label}: name of the specification`}
            placeholder="Name"
            className="field min-w-40 max-w-64 flex-1"
            value={target.name}
            maxLength={LIMITS.specificationKeyLength}
            disabled={disabled}
            onChange={(event) => change({ ...target, name: event.target.value })}
            {...problemProps}
          />
        )}
        {others.length > 0 && !disabled && (
          <Button variant="outline" size="sm" onClick={() => onChange(others, target)}>
            {`Use for ${countOf(others.length, 'other sheet')}`}
          </Button>
        )}
      </div>
      {target.type === 'specification' && target.unit && (
        <p className="text-muted text-sm">{`Numbers get the unit ${target.unit}.`}</p>
      )}
      {problem && (
        <p id={id} className="text-danger text-sm">
          {problem}
        </p>
      )}
    </div>
  )
}

const isField = (value: string): value is ImportField => (IMPORT_FIELD_NAMES as string[]).includes(value)

const GROUPS: Record<ImportField, string> = {
  name: 'Item',
  code: 'Item',
  kind: 'Item',
  id: 'Item',
  revision: 'Item',
  description: 'Description',
  category: 'Description',
  brand: 'Description',
  features: 'Description',
  price: 'Price and tax',
  originalPrice: 'Price and tax',
  hsn: 'Price and tax',
  gstRate: 'Price and tax',
  unit: 'Price and tax',
  minimumQuantity: 'Delivery and warranty',
  leadTimeDays: 'Delivery and warranty',
  availability: 'Delivery and warranty',
  warrantyMonths: 'Delivery and warranty',
  state: 'Website',
  featured: 'Website',
  fits: 'Relations',
  replacedBy: 'Relations',
  accessories: 'Relations',
  alternatives: 'Relations',
}

/** The fields by group, in the order of the groups. */
const FIELD_GROUPS: [group: string, fields: ImportField[]][] = [
  ...Map.groupBy(IMPORT_FIELD_NAMES, (field) => GROUPS[field]),
]
