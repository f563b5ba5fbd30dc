import type { ReactNode } from 'react'
import type { Item } from '#contracts/item/parse-item.ts'
import { SiteLink } from '../../lib/navigation/navigation.tsx'
import { addToEnquiry } from './remembered/enquiry-list.ts'

/** A link to the contact form, which is then about the item and those of the enquiry list, as a toast says (rows FEAT-7, CAT-7). */
export function QuoteLink({
  item,
  className,
  children,
}: {
  item: Item
  className: string
  children: ReactNode
}) {
  return (
    <SiteLink to="/#contact" onClick={() => addToEnquiry(item, 0)} className={className}>
      {children}
    </SiteLink>
  )
}
