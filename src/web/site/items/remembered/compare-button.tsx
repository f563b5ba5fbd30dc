import type { Item } from '#contracts/item/parse-item.ts'
import { t } from '#messages/messages.ts'
import { OutlineIcon } from '#web/ui/icons/outline-icon.tsx'
import { toggleCompared, useIsCompared } from './compared.ts'

export interface ItemToggleProps {
  item: Item
  /** Shown beside the icon; without it, the icon has a tooltip. */
  label?: string
  className?: string
}

/** Adds an item to the comparison, or removes it. */
export function CompareButton({ item, label, className = '' }: ItemToggleProps) {
  const isCompared = useIsCompared(item.id)
  return (
    <button
      type="button"
      aria-label={t('Compare: {item}', { item: item.name })}
      aria-pressed={isCompared}
      data-tooltip={label ? undefined : t('Compare')}
      onClick={() => toggleCompared(item.id)}
      className={`js-only item-toggle ${label ? 'labelled-toggle' : ''} ${className}`}
    >
      <OutlineIcon icon="compare" size={label ? 18 : 22} filled={isCompared} />
      {label}
    </button>
  )
}
