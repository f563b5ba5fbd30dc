import { toBusinessDate } from '#contracts/business-date.ts'
import type { Enquiry } from '#contracts/enquiry.ts'
import { getServiceLabel } from '#contracts/service-options.ts'

export const formatFullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()

/** What it is about, in a few words: the item, else what was chosen. */
export const getEnquirySubject = ({ item, service }: Pick<Enquiry, 'item' | 'service'>) =>
  (item?.name || getServiceLabel(service)) ?? ''

/** As the filter means it: the next action is today in India or earlier, and something is left to do. */
export const isDue = ({ nextActionOn, status }: Pick<Enquiry, 'nextActionOn' | 'status'>) =>
  nextActionOn !== null && status !== 'won' && status !== 'lost' && nextActionOn <= toBusinessDate(new Date())
