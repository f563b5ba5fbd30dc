import { toBusinessDate } from '#contracts/business-date.ts'
import type { Enquiry } from '#contracts/enquiry.ts'
import { isClosed } from '#contracts/enquiry-status.ts'
import { getServiceLabel } from '#contracts/service-options.ts'

export const formatFullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()

/** The name of the item, else the label of the chosen service; '' if there is neither. */
export const getEnquirySubject = ({ item, service }: Pick<Enquiry, 'item' | 'service'>) =>
  (item?.name || getServiceLabel(service)) ?? ''

/** Whether the follow-up date of an open enquiry is today in India or earlier, as in the API's filter 'due'. */
export const isDue = ({ nextActionOn, status }: Pick<Enquiry, 'nextActionOn' | 'status'>) =>
  nextActionOn !== null && !isClosed(status) && nextActionOn <= toBusinessDate(new Date())
