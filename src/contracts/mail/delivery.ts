import type { MailDelivery } from './mail.ts'

/** 'Waiting to be sent', 'Sent', 'Failed: The mail server rejected the email (550).' */
export function describeDelivery({ state, reason }: MailDelivery): string {
  if (state === 'sent') return 'Sent'
  const text = state === 'waiting' ? 'Waiting to be sent' : 'Failed'
  return reason ? `${text}: ${reason}` : text
}
