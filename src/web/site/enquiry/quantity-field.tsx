import { type KeyboardEvent, useState } from 'react'
import { ENQUIRY_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { t } from '#messages/messages.ts'
import { limitQuantity } from './limit-quantity.ts'

const STEPS: Record<string, number> = { ArrowUp: 1, ArrowDown: -1 }
const BUTTON_CLASS =
  'grid size-(--size-control-sm) place-items-center font-semibold text-lg leading-none hover:bg-surface-grey aria-disabled:cursor-not-allowed aria-disabled:text-muted'

interface QuantityFieldProps {
  /** The name of the item, for the accessible names. */
  name: string
  quantity: number
  onChange: (quantity: number) => void
}

/** A quantity with buttons for one less and one more; it can also be typed, or changed with the arrow keys. */
export function QuantityField({ name, quantity, onChange }: QuantityFieldProps) {
  // What is being typed; it may be empty for the moment.
  const [typed, setTyped] = useState<string>()
  const step = (by: number) => {
    setTyped(undefined)
    onChange(limitQuantity(quantity + by))
  }
  const handleType = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, String(ENQUIRY_LIMITS.quantity).length)
    setTyped(digits)
    if (Number(digits) > 0) onChange(Number(digits))
  }
  const handleKey = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    // Enter would send the form that the field is part of.
    if (by || event.key === 'Enter') event.preventDefault()
    if (by) step(by)
  }
  return (
    <div className="flex w-max rounded-md border border-line-strong bg-surface">
      <button
        type="button"
        aria-label={t('One less: {name}', { name })}
        aria-disabled={quantity === 1}
        onClick={() => step(-1)}
        className={BUTTON_CLASS}
      >
        <span aria-hidden="true">−</span>
      </button>
      <input
        aria-label={t('Quantity of {name}', { name })}
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? quantity}
        onChange={(event) => handleType(event.target.value)}
        onBlur={() => setTyped(undefined)}
        onKeyDown={handleKey}
        onFocus={(event) => event.target.select()}
        className="w-12 border-line-strong border-x bg-surface text-center font-semibold"
      />
      <button
        type="button"
        aria-label={t('One more: {name}', { name })}
        aria-disabled={quantity === ENQUIRY_LIMITS.quantity}
        onClick={() => step(1)}
        className={BUTTON_CLASS}
      >
        <span aria-hidden="true">+</span>
      </button>
    </div>
  )
}
