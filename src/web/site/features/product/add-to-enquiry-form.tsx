import type { FormEvent } from 'react'
import type { Item } from '#contracts/item/parse-item.ts'
import { Button } from '../../../ui/button.tsx'
import { addToEnquiry } from '../../items/remembered/enquiry-list.ts'

/** Adds the item with a quantity to the enquiry list. Without JavaScript it opens the contact form with this item. */
export function AddToEnquiryForm({ item }: { item: Item }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    addToEnquiry(item, Number(new FormData(event.currentTarget).get('quantity')))
  }
  return (
    <form action="/#contact" onSubmit={submit} className="mt-5 flex gap-3 print:hidden">
      <input type="hidden" name="item" value={item.slug} />
      <input
        type="number"
        name="quantity"
        aria-label="Quantity"
        min={1}
        required
        defaultValue={1}
        className="field w-20 min-h-(--size-control-lg)"
      />
      <Button type="submit" size="lg" className="grow">
        Add to enquiry
      </Button>
    </form>
  )
}
