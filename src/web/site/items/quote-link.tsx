import type { ReactNode } from 'react'
import type { Item } from '#contracts/parse-item.ts'
import { SiteLink } from '../../lib/navigation.tsx'
import { setQuotedItem } from '../../lib/quote.ts'

/** A link to the contact form, which then shows the item (rows FEAT-7, CAT-7; decision 0012). */
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
    <SiteLink to="/#contact" onClick={() => setQuotedItem(item)} className={className}>
      {children}
    </SiteLink>
  )
}
