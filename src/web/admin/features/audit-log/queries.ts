import { keepPreviousData } from '@tanstack/react-query'
import type { AuditLogEntry } from '#contracts/account/audit-log.ts'
import { jsonQuery, pageQuery } from '../../session/requests.ts'

/** A filter that the server does not know is sent as it is, so that its reply says what is wrong. */
export const AUDIT_LIST = {
  filters: { what: 'text', who: 'text', from: 'text', to: 'text', search: 'text' },
} as const

/** The parameters of the API that have another name in the URL of the screen. */
const API_NAMES: Record<string, string> = { what: 'subject', who: 'by' }

/** One page of the log. */
export function auditLogQuery(query: string) {
  const params = [...new URLSearchParams(query)].map(([name, value]) => [API_NAMES[name] ?? name, value])
  return {
    ...pageQuery<AuditLogEntry>(`/api/log?${new URLSearchParams(params)}`),
    placeholderData: keepPreviousData,
  }
}

export const actorsQuery = jsonQuery<string[]>('/api/log/people')
