import { toBusinessDate } from '#contracts/business-date.ts'
import { getServiceLabel } from '#contracts/catalogue/service-options.ts'
import type { Enquiry } from '#contracts/enquiry/enquiry.ts'
import { formatEnquiryLine } from '#contracts/enquiry/line-text.ts'
import { isClosed, UNANSWERED_AFTER_DAYS } from '#contracts/enquiry/status.ts'

const DAY_MS = 86_400_000

export const formatFullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()

/** The first of the requested items, else the item or the chosen service; '' if there is none. */
export function getEnquirySubject({ item, lines, service }: Pick<Enquiry, 'item' | 'lines' | 'service'>) {
  const [first, ...others] = lines
  if (!first) return (item?.name || getServiceLabel(service)) ?? ''
  const text = formatEnquiryLine({ ...first, note: '' })
  return others.length > 0 ? `${text} and ${others.length} more` : text
}

/** Whether the follow-up date of an open enquiry is today in India or earlier, as in the API's filter 'due'. */
export const isDue = (enquiry: Pick<Enquiry, 'nextActionOn' | 'status'>) => {
  const { dateState } = getNextStep(enquiry)
  return dateState === 'overdue' || dateState === 'today'
}

/** Whether an enquiry is new and was received more than 24 hours ago, as in the API's filter 'unanswered'. */
export const isUnanswered = ({ status, createdAt }: Pick<Enquiry, 'status' | 'createdAt'>) =>
  status === 'new' && Date.now() - Date.parse(createdAt) > UNANSWERED_AFTER_DAYS * DAY_MS

export interface NextStep {
  /** What staff have to do; undefined for a closed enquiry. */
  action: 'Reply' | 'Follow up' | undefined
  /** The state of the follow-up date of an open enquiry in India; undefined for a closed one. */
  dateState: 'overdue' | 'today' | 'planned' | 'none' | undefined
}

/** What has to be done for an enquiry, and by when. */
export function getNextStep({ nextActionOn, status }: Pick<Enquiry, 'nextActionOn' | 'status'>): NextStep {
  if (isClosed(status)) return { action: undefined, dateState: undefined }
  const action = status === 'new' ? 'Reply' : 'Follow up'
  if (nextActionOn === null) return { action, dateState: 'none' }
  const today = toBusinessDate(new Date())
  if (nextActionOn < today) return { action, dateState: 'overdue' }
  return { action, dateState: nextActionOn === today ? 'today' : 'planned' }
}
