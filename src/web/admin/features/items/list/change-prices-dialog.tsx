import { useState } from 'react'
import type { PriceChange, PriceChangePreview } from '#contracts/bulk-data/price-change.ts'
import { PRICE_STEPS, type PriceStep } from '#contracts/bulk-data/price-steps.ts'
import { countOf, formatCount, formatRupees } from '#contracts/format.ts'
import {
  BatchChangeDialog,
  PreviewSummary,
  PreviewTable,
} from '#web/admin/editing/batch/batch-change-dialog.tsx'
import { Select, TextField } from '#web/ui/field.tsx'
import { type PriceTarget, usePriceChange } from './use-price-change.ts'

interface ChangePricesDialogProps {
  target: PriceTarget
  /** The number of these items, archived ones included. */
  count: number
  onClose: () => void
  /** Called after the prices were changed and after the change was undone. */
  onDone: () => void
}

interface FormValues {
  direction: 'increase' | 'reduce'
  value: string
  by: PriceChange['by']
  prices: PriceChange['prices']
  roundTo: PriceStep
}

const INITIAL_VALUES: FormValues = {
  direction: 'increase',
  value: '',
  by: 'percent',
  prices: 'price',
  roundTo: 1,
}
const MAX_PERCENT = { increase: 1000, reduce: 100 }

/** Asks how the prices of items change, shows what would change, and changes it. */
export function ChangePricesDialog({ target, count, onClose, onDone }: ChangePricesDialogProps) {
  const [values, setValues] = useState(INITIAL_VALUES)
  const [valueError, setValueError] = useState<string>()
  const prices = usePriceChange(target, onDone)
  const change = (changes: Partial<FormValues>) => {
    setValues({ ...values, ...changes })
    setValueError(undefined)
    prices.clear()
  }
  const showPreview = () => {
    const parsed = parseChange(values)
    if (typeof parsed === 'string') setValueError(parsed)
    else prices.showPreview(parsed)
  }
  return (
    <BatchChangeDialog
      title={`Change prices of ${countOf(count, 'item')}`}
      legend="Change"
      fields={
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <TextField
            label="By"
            inputMode="decimal"
            autoComplete="off"
            value={values.value}
            error={valueError}
            onChange={({ target: { value } }) => change({ value })}
          />
          <Select
            label="Unit"
            value={values.by}
            onChange={({ target: { value } }) => change({ by: value as FormValues['by'] })}
          >
            <option value="percent">percent</option>
            <option value="amount">rupees</option>
          </Select>
          <Select
            label="Direction"
            value={values.direction}
            onChange={({ target: { value } }) => change({ direction: value as FormValues['direction'] })}
          >
            <option value="increase">Increase</option>
            <option value="reduce">Reduce</option>
          </Select>
          <Select
            label="Which price"
            value={values.prices}
            onChange={({ target: { value } }) => change({ prices: value as FormValues['prices'] })}
          >
            <option value="price">Price</option>
            <option value="originalPrice">Original price</option>
            <option value="both">Both</option>
          </Select>
          <Select
            label="Round to"
            value={values.roundTo}
            onChange={({ target: { value } }) => change({ roundTo: Number(value) as PriceStep })}
          >
            {PRICE_STEPS.map((step) => (
              <option key={step} value={step}>
                {`₹${step}`}
              </option>
            ))}
          </Select>
        </div>
      }
      summary={prices.preview && <Summary preview={prices.preview} />}
      table={
        prices.preview && (
          <PreviewTable isNumeric rows={listRows(prices.preview)} more={countMore(prices.preview)} />
        )
      }
      progress={prices.progress}
      onPreview={showPreview}
      onClose={onClose}
    />
  )
}

/** Returns the change that was entered, or what is wrong with it. */
function parseChange({ direction, value, by, prices, roundTo }: FormValues): PriceChange | string {
  const plain = value.replace(/[₹%,\s]/g, '')
  const amount = Number(plain)
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(plain) || amount === 0)
    return by === 'percent' ? 'Enter a percentage, such as 7.5.' : 'Enter an amount in rupees, such as 250.'
  if (by === 'percent' && amount > MAX_PERCENT[direction])
    return `At most ${formatCount(MAX_PERCENT[direction])} percent.`
  return { by, value: direction === 'reduce' ? -amount : amount, prices, roundTo }
}

/** Why items stay as they are, as the end of a sentence. */
const REASONS: Record<keyof PriceChangePreview['leftOut'], string> = {
  noPrice: 'without this price',
  unchanged: 'with the same price after rounding',
  tooHigh: 'with a price above the maximum',
  originalTooLow: 'with an original price that would be below the price',
  archived: 'archived',
  deleted: 'deleted meanwhile',
}

function Summary({ preview: { items, leftOut, large, becomeZero, total } }: { preview: PriceChangePreview }) {
  return (
    <>
      <PreviewSummary changedCount={items.length} total={total} leftOut={leftOut} reasons={REASONS} />
      {large > 0 && (
        <p className="mt-1 text-danger text-sm">{`Price changes by more than 50 %: ${countOf(large, 'item')}.`}</p>
      )}
      {becomeZero > 0 && (
        <p className="mt-1 text-danger text-sm">{`${countOf(becomeZero, 'item')} will have a price of ₹0. Are they meant to be on request?`}</p>
      )}
    </>
  )
}

const PRICE_LABELS = { price: 'Price', originalPrice: 'Original price' } as const

/** The prices of the first items before and after. */
function listRows({ rows }: PriceChangePreview) {
  const hasBoth = rows.some(({ price, originalPrice }) => price && originalPrice)
  return rows.flatMap(({ id, name, code, ...prices }) =>
    (Object.keys(PRICE_LABELS) as (keyof typeof PRICE_LABELS)[]).flatMap((field) => {
      const pair = prices[field]
      const details = [code, hasBoth && PRICE_LABELS[field]].filter(Boolean).join(' · ')
      if (!pair) return []
      return {
        key: `${id} ${field}`,
        name,
        details,
        before: formatRupees(pair.before),
        after: formatRupees(pair.after),
      }
    }),
  )
}

const countMore = ({ rows, items }: PriceChangePreview): string | undefined =>
  items.length > rows.length ? `and ${countOf(items.length - rows.length, 'item')} more` : undefined
