import type { ReactNode } from 'react'
import type { ItemSummary } from '#contracts/catalogue/discovery.ts'
import { SiteLink, useNavigate } from '#web/lib/navigation/navigation.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { addToMessage } from '../../enquiry/enquiry-draft.ts'
import { putIntoEnquiry } from '../../items/remembered/enquiry-list.ts'

interface QuoteForJobProps {
  item?: ItemSummary
  job: string
  variant?: 'default' | 'secondary'
  children: ReactNode
}

/**
 * A link to the contact form, whose message is then about the job. The address carries item and message for browsers
 * without JavaScript; otherwise both are put into what is stored on the device, so that a message begun before is kept.
 */
export function QuoteForJob({ item, job, variant = 'secondary', children }: QuoteForJobProps) {
  const navigate = useNavigate()
  const message = item
    ? `Please quote the ${item.name} for this job. ${job}`
    : `Which machine do you recommend for this job? ${job}`
  const params = new URLSearchParams({ ...(item && { item: item.slug }), message })
  return (
    <SiteLink
      to={`/?${params}#contact`}
      onClick={(event) => {
        event.preventDefault()
        if (item) putIntoEnquiry(item)
        addToMessage(message)
        navigate('/#contact')
      }}
      className={buttonClass(variant)}
    >
      {children}
    </SiteLink>
  )
}
