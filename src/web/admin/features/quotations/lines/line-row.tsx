import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ComponentProps, memo, type ReactNode, useId, useState } from 'react'
import { countOf } from '#contracts/format.ts'
import { listGstRates, MERCHANT_EXPORT_RATE, UNITS } from '#contracts/item/commercial-fields.ts'
import { QUOTATION_LIMITS } from '#contracts/quotation/limits.ts'
import { useField } from '#web/admin/editing/document-context.tsx'
import { ActionsMenu } from '#web/ui/actions-menu.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FIELD_CLASSES } from '#web/ui/field.tsx'
import { type DraftLine, formatRate } from '../editor/draft.ts'
import { useFieldWarning, useQuotation, useQuotationState } from '../editor/fields.tsx'
import { toItemFields } from '../editor/prefill.ts'
import { formatExactAmount } from '../format.ts'
import { CatalogueField } from './catalogue-field.tsx'
import { type LineCommands, ROW_GRID } from './line-commands.ts'
import { LineDetails } from './line-details.tsx'

interface LineRowProps {
  line: DraftLine
  /** From 1. */
  number: number
  isLast: boolean
  /** Whether the heading of its group stands above it. */
  hasHeading: boolean
  /** Less the discount of the line; undefined while it is not known. */
  amount: number | undefined
  commands: LineCommands
}

/** The suggested units, for all lines. */
const UNITS_ID = 'quotation-units'

/** One line: a row like that of a spreadsheet, below 1280 px a card. */
export const LineRow = memo(({ line, number, isLast, hasHeading, amount, commands }: LineRowProps) => {
  const [isExpanded, setExpanded] = useState(false)
  const [addsHeading, setAddsHeading] = useState(false)
  const detailsId = useId()
  const currency = useQuotationState(({ value: draft }) => draft.currency)
  const { key } = line
  const [title = '', ...rest] = line.description.split('\n')
  const change = (changes: Partial<DraftLine>) => commands.change(key, changes)
  const quotation = useQuotation()
  const description = useField(`lines.${key}.description`)
  const cellProps = { line, number, onChange: change }
  const actions = [
    { label: isExpanded ? 'Hide details' : 'Details and options', run: () => setExpanded(!isExpanded) },
    ...(number > 1 ? [{ label: 'Move up', run: () => commands.move(key, -1) }] : []),
    ...(isLast ? [] : [{ label: 'Move down', run: () => commands.move(key, 1) }]),
    { label: 'Add line below', run: () => commands.addAfter(key) },
    { label: 'Duplicate', run: () => commands.duplicate(key) },
    ...(hasHeading ? [] : [{ label: 'Add heading above', run: () => setAddsHeading(true) }]),
    line.optional
      ? { label: 'Not optional', run: () => change({ optional: false, alternativeTo: '' }) }
      : { label: 'Optional', run: () => change({ optional: true }) },
    { label: 'Remove', run: () => commands.remove(key), danger: true },
  ]
  return (
    <li data-line={key} className="border-line border-b last:border-b-0">
      {(hasHeading || addsHeading) && (
        <HeadingField
          group={line.group}
          isNew={!hasHeading}
          onCommit={(group) => {
            setAddsHeading(false)
            if (group !== line.group) commands.setGroup(key, group)
          }}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in all browsers */}
      <div
        role="group"
        aria-label={`Line ${number}`}
        className={`grid grid-cols-4 items-start gap-x-1.5 gap-y-2 px-3 py-2.5 sm:grid-cols-8 xl:py-1.5 ${ROW_GRID} ${line.optional ? 'bg-surface-grey' : ''}`}
      >
        <span
          aria-hidden="true"
          className="font-head text-muted tabular-nums max-xl:col-span-3 max-xl:self-center max-xl:font-semibold sm:max-xl:col-span-7 xl:pt-2"
        >
          <span className="xl:hidden">Line </span>
          {number}
        </span>
        <div className="max-xl:order-2 max-xl:col-span-full">
          <CatalogueField
            label={`Description of line ${number}`}
            value={title}
            error={description.error}
            searches={line.item === ''}
            onType={(text) => change({ description: [text, ...rest].join('\n') })}
            onPick={(item) => {
              change(toItemFields(item, currency))
              quotation.focus.request(`lines.${key}.quantity`)
            }}
            control={description.control}
          />
          {(line.optional || line.code || line.specifications.length > 0 || rest.length > 0) && (
            <LineSummary
              line={line}
              hasText={rest.length > 0}
              onOpen={() => setExpanded(!isExpanded)}
              isExpanded={isExpanded}
              detailsId={detailsId}
            />
          )}
        </div>
        <Cell {...cellProps} name="hsn" label="HSN" inputMode="numeric" className="max-xl:col-span-2" />
        <Cell
          {...cellProps}
          name="quantity"
          label="Quantity"
          inputMode="decimal"
          className="max-sm:col-span-2"
          isNumber
        />
        <Cell {...cellProps} name="unit" label="Unit" list={UNITS_ID} className="max-sm:col-span-2" />
        <Cell
          {...cellProps}
          name="unitPrice"
          label="Rate"
          inputMode="decimal"
          className="max-xl:col-span-2"
          isNumber
          onLeave={(text) => formatRate(text, currency)}
        />
        <Cell
          {...cellProps}
          name="discountPercent"
          label="Discount %"
          inputMode="decimal"
          placeholder="0"
          className="max-sm:col-span-2"
          isNumber
        />
        <GstCell {...cellProps} />
        <p className="whitespace-nowrap text-right font-semibold tabular-nums in-aria-busy:text-muted max-xl:order-4 max-xl:col-span-full xl:pt-2">
          <span className="font-normal text-muted xl:sr-only">Amount </span>
          {amount === undefined ? '–' : formatExactAmount(amount, currency)}
        </p>
        <div className="justify-self-end max-xl:order-1 max-xl:-mt-1">
          <ActionsMenu label={`Actions for line ${number}`} actions={actions} />
        </div>
      </div>
      {isExpanded && <LineDetails id={detailsId} line={line} number={number} onChange={change} />}
    </li>
  )
})

interface LineSummaryProps {
  line: DraftLine
  hasText: boolean
  isExpanded: boolean
  detailsId: string
  onOpen: () => void
}

/** What a line has beside its row, with the button that opens it. */
function LineSummary({ line, hasText, isExpanded, detailsId, onOpen }: LineSummaryProps) {
  const { code, specifications, optional, alternativeTo } = line
  const replaced = useQuotationState(({ value }) =>
    alternativeTo ? value.lines.findIndex(({ key }) => key === alternativeTo) + 1 : 0,
  )
  const parts = [
    code,
    hasText && 'with text',
    specifications.length > 0 && countOf(specifications.length, 'specification'),
  ].filter(Boolean)
  const Icon = isExpanded ? ChevronUp : ChevronDown
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-muted text-sm">
      {optional && <Badge>{replaced > 0 ? `Alternative to line ${replaced}` : 'Optional'}</Badge>}
      <button
        type="button"
        aria-expanded={isExpanded}
        aria-controls={isExpanded ? detailsId : undefined}
        onClick={onOpen}
        className="inline-flex min-h-6 items-center gap-1 rounded-sm text-left hover:text-ink"
      >
        {parts.join(' · ') || 'Details'}
        <Icon aria-hidden="true" size={15} className="flex-none" />
      </button>
    </p>
  )
}

interface CellProps {
  line: DraftLine
  number: number
  onChange: (changes: Partial<DraftLine>) => void
}

type CellName = 'hsn' | 'quantity' | 'unit' | 'unitPrice' | 'discountPercent'

const MAX_LENGTHS: Record<CellName, number> = {
  hsn: 8,
  quantity: 15,
  unit: 20,
  unitPrice: 18,
  discountPercent: 6,
}

/** A field of the row. Its label is visible where the row is a card. */
function Cell({
  line,
  number,
  name,
  label,
  isNumber = false,
  className = '',
  onChange,
  onLeave,
  ...rest
}: CellProps & {
  name: CellName
  label: string
  isNumber?: boolean
  /** Returns how the text is written once the field is left. */
  onLeave?: (text: string) => string
} & Omit<ComponentProps<'input'>, 'onChange'>) {
  const path = `lines.${line.key}.${name}`
  const { error, control } = useField(path)
  const warning = useFieldWarning(path)
  return (
    <CellFrame label={label} number={number} error={error} warning={warning} className={className}>
      {(ids) => (
        <input
          type="text"
          autoComplete="off"
          data-cell=""
          maxLength={MAX_LENGTHS[name]}
          className={`${FIELD_CLASSES.sm} [&::-webkit-calendar-picker-indicator]:hidden! ${isNumber ? 'text-right tabular-nums' : ''}`}
          value={line[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
          {...ids}
          {...control}
          {...rest}
          onBlur={() => {
            control.onBlur()
            const text = onLeave?.(line[name])
            if (text !== undefined && text !== line[name]) onChange({ [name]: text })
          }}
        />
      )}
    </CellFrame>
  )
}

/** The GST rate: one of those that are valid today, and the present one. */
function GstCell({ line, number, onChange }: CellProps) {
  const { error, control } = useField(`lines.${line.key}.gstRate`)
  return (
    <CellFrame label="GST %" number={number} error={error} className="max-sm:col-span-2">
      {(ids) => (
        <select
          data-cell=""
          className={`${FIELD_CLASSES.sm} px-1! tabular-nums`}
          value={line.gstRate}
          onChange={({ target }) => onChange({ gstRate: target.value })}
          {...ids}
          {...control}
        >
          {[
            ...new Set([
              ...[...listGstRates(), MERCHANT_EXPORT_RATE].sort((a, b) => a - b).map(String),
              line.gstRate,
            ]),
          ].map((rate) => (
            <option key={rate} value={rate}>
              {rate}
            </option>
          ))}
        </select>
      )}
    </CellFrame>
  )
}

interface CellFrameProps {
  label: string
  number: number
  error: string | undefined
  warning?: string | undefined
  className: string
  children: (ids: {
    id: string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }) => ReactNode
}

function CellFrame({ label, number, error, warning, className, children }: CellFrameProps) {
  const id = useId()
  const text = error ?? warning
  return (
    <div className={`min-w-0 max-xl:order-3 ${className}`}>
      <label htmlFor={id} className="block font-head font-medium text-label text-muted xl:sr-only">
        {label}
        <span className="sr-only">{` of line ${number}`}</span>
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': text ? `${id}-text` : undefined,
      })}
      {text && (
        <p id={`${id}-text`} className={`text-sm ${error ? 'text-danger' : 'text-warning'}`}>
          {text}
        </p>
      )}
    </div>
  )
}

interface HeadingFieldProps {
  group: string
  isNew: boolean
  onCommit: (group: string) => void
}

/** The heading above the lines of a group. It is changed for all of them when the field is left; without text it goes. */
function HeadingField({ group, isNew, onCommit }: HeadingFieldProps) {
  const [text, setText] = useState(group)
  return (
    <div className="flex items-center gap-2 border-line border-b bg-surface-grey px-3 py-2 xl:pl-11.5">
      <input
        aria-label="Heading"
        placeholder="Heading of the lines below"
        // biome-ignore lint/a11y/noAutofocus: the user has just asked for this field
        autoFocus={isNew}
        maxLength={QUOTATION_LIMITS.textLength}
        className={`${FIELD_CLASSES.sm} max-w-120 font-head font-semibold`}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => onCommit(text.trim())}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          event.currentTarget.blur()
        }}
      />
      {!isNew && (
        <Button variant="ghost" size="sm" onClick={() => onCommit('')}>
          Remove heading
        </Button>
      )}
    </div>
  )
}

/** The suggestions of the fields for units. */
export const UnitSuggestions = () => (
  <datalist id={UNITS_ID}>
    {UNITS.map((unit) => (
      <option key={unit} value={unit} />
    ))}
  </datalist>
)
