import { useEffect } from 'react'
import { t } from '#messages/messages.ts'
import { setEnquiryListOpen, useEnquiryList } from '#web/site/items/remembered/enquiry-list.ts'
import { OutlineIcon } from '#web/ui/icons/outline-icon.tsx'

/** Opens the enquiry list and shows the number of its items. */
export function EnquiryListButton() {
  const count = useEnquiryList()?.length || ''
  useEffect(() => {
    // A link to a list: '/products?items=cl-25:2'.
    if (location.search.includes('items=')) setEnquiryListOpen(true)
  }, [])
  return (
    <button
      type="button"
      aria-label={
        count
          ? t('Enquiry list: {count, plural, one {# item} other {# items}}', { count })
          : t('Enquiry list')
      }
      data-tooltip={t('Enquiry list')}
      onClick={() => setEnquiryListOpen(true)}
      className="js-only flex h-11 min-w-11 shrink-0 items-center justify-center gap-1.5 font-head font-semibold text-lg tabular-nums"
    >
      <OutlineIcon icon="list" size={24} filled={false} />
      {count}
    </button>
  )
}
