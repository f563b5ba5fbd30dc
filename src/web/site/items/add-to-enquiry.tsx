import type { Item } from '#contracts/item/parse-item.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { OutlineIcon } from '#web/ui/icons/outline-icon.tsx'
import { addToEnquiry, setEnquiryListOpen, useEnquiryList } from './remembered/enquiry-list.ts'

/** Adds an item to the enquiry list; opens the list if it contains the item. Cards and rows show the icon only. */
export function AddToEnquiry({
  item,
  variant = 'ghost',
}: {
  item: Pick<Item, 'id' | 'name'>
  variant?: 'ghost' | 'default'
}) {
  const isListed = useEnquiryList()?.some((line) => line.item === item.id)
  const label = isListed ? 'In enquiry' : 'Add to enquiry'
  return (
    <button
      type="button"
      aria-label={`${label}: ${item.name}`}
      data-tooltip={label}
      onClick={() => (isListed ? setEnquiryListOpen(true) : addToEnquiry(item))}
      className={buttonClass(
        variant,
        'sm',
        `js-only add-to-enquiry ${isListed && variant === 'ghost' ? 'text-success' : ''}`,
      )}
    >
      <OutlineIcon icon={isListed ? 'listed' : 'list'} size={20} filled={false} />
      <span>{label}</span>
    </button>
  )
}
