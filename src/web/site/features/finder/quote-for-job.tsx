import type { ReactNode } from 'react'
import type { ItemSummary } from '#contracts/catalogue/discovery.ts'
import { AskLink } from '../../enquiry/ask-link.tsx'

interface QuoteForJobProps {
  item?: ItemSummary
  job: string
  variant?: 'default' | 'secondary'
  children: ReactNode
}

/** A link to the contact form, whose message is then about the job. */
export const QuoteForJob = ({ item, job, ...rest }: QuoteForJobProps) => (
  <AskLink
    message={
      item
        ? `Please quote the ${item.name} for this job. ${job}`
        : `Which machine do you recommend for this job? ${job}`
    }
    {...(item && { item })}
    {...rest}
  />
)
