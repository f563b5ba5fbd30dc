import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toPagePath } from '#contracts/language-path.ts'
import { t, tParts } from '#messages/messages.ts'
import { useNavigate, useSearchParams } from '#web/lib/navigation/navigation.tsx'
import { EnquiryLines, useCheckedLines } from '#web/site/enquiry/enquiry-lines.tsx'
import { limitQuantity } from '#web/site/enquiry/limit-quantity.ts'
import { addToEnquiry, useEnquiryList } from '#web/site/items/remembered/enquiry-list.ts'
import { summariesQuery } from '#web/site/queries/discovery-queries.ts'

/** The items that are sent with the contact form. */
export function EnquiryItems() {
  const lines = useCheckedLines(useEnquiryList() ?? [])
  useRequestedItem()
  return (
    <div className="grid gap-2.5 border-dim border-l-3 bg-surface-grey p-4 empty:hidden sm:col-span-2">
      {lines.length > 0 && (
        <p>
          {tParts('Your enquiry is about {items}', {
            items: (
              <b key="items">
                {lines.length === 1
                  ? lines[0]!.name
                  : t('{count, plural, one {# item} other {# items}}', { count: lines.length })}
              </b>
            ),
          })}
        </p>
      )}
      <EnquiryLines lines={lines} />
    </div>
  )
}

/** Adds the item of the address ('/?item=cl-25&quantity=2'), to which the details page leads until scripts are loaded. */
function useRequestedItem(): void {
  const params = useSearchParams()
  const goTo = useNavigate()
  const key = params.get('item') ?? ''
  const quantity = limitQuantity(Number(params.get('quantity')))
  const { data } = useQuery({ ...summariesQuery([key]), enabled: key !== '' })
  useEffect(() => {
    if (!key || !data) return
    goTo(`${toPagePath(location.pathname)}#contact`, { replace: true })
    if (data[0]) addToEnquiry(data[0], quantity)
  }, [key, quantity, data, goTo])
}
