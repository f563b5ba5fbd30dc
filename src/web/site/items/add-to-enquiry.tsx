import type { FormEvent } from 'react'
import type { Item } from '#contracts/item/parse-item.ts'
import { toLanguagePath } from '#contracts/language-path.ts'
import { t } from '#messages/messages.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
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
  const label = isListed ? t('In enquiry') : t('Add to enquiry')
  return (
    <button
      type="button"
      aria-label={
        isListed
          ? t('In enquiry: {item}', { item: item.name })
          : t('Add to enquiry: {item}', { item: item.name })
      }
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

/**
 * Adds the item with a quantity to the enquiry list. Without JavaScript it opens the contact form with this item. Rows show
 * the icon only.
 */
export function AddToEnquiryForm({ item, isRow = false }: { item: Item; isRow?: boolean }) {
  const isListed = useEnquiryList()?.some((line) => line.item === item.id)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    addToEnquiry(item, Number(new FormData(event.currentTarget).get('quantity')))
  }
  return (
    <form
      action={toLanguagePath('/#contact')}
      onSubmit={submit}
      className={`flex print:hidden ${isRow ? 'gap-1.5' : 'mt-5 gap-3'}`}
    >
      <input type="hidden" name="item" value={item.slug} />
      <input
        type="number"
        name="quantity"
        aria-label={isRow ? t('Quantity: {item}', { item: item.name }) : t('Quantity')}
        min={1}
        required
        defaultValue={1}
        className={`field ${isRow ? 'h-(--size-control-sm) min-h-0 w-13 px-2 py-0' : 'min-h-(--size-control-lg) w-20'}`}
      />
      {isRow ? (
        <button
          type="submit"
          aria-label={t('Add to enquiry: {item}', { item: item.name })}
          data-tooltip={t('Add to enquiry')}
          className={buttonClass('ghost', 'sm', `add-to-enquiry ${isListed ? 'text-success' : ''}`)}
        >
          <OutlineIcon icon={isListed ? 'listed' : 'list'} size={20} filled={false} />
        </button>
      ) : (
        <Button type="submit" size="lg" className="grow">
          {t('Add to enquiry')}
        </Button>
      )}
    </form>
  )
}
