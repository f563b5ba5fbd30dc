import type { Item } from '#contracts/item/parse-item.ts'
import { OutlineIcon } from '#web/ui/icons/outline-icon.tsx'
import { toggleCompared, useIsCompared } from './compared.ts'

/** Adds an item to the comparison, or removes it. */
export function CompareButton({ item, className = '' }: { item: Item; className?: string }) {
  const isCompared = useIsCompared(item.id)
  return (
    <button
      type="button"
      aria-label={`Compare: ${item.name}`}
      aria-pressed={isCompared}
      data-tooltip="Compare"
      onClick={() => toggleCompared(item.id)}
      className={`js-only z-1 grid size-11 place-items-center text-marine ${className}`}
    >
      <OutlineIcon icon="compare" size={22} filled={isCompared} />
    </button>
  )
}
