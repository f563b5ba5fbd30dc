import { keepPreviousData } from '@tanstack/react-query'
import type { AuditLogEntry } from '#contracts/audit-log.ts'
import { parsePage } from '../layout/use-list-params.ts'
import { jsonQuery, pageQuery } from '../session/requests.ts'

export const PAGE_SIZE = 50
/** What the address may hold, and the parameter of the call that it becomes. */
const API_PARAMS = { what: 'subject', who: 'by', from: 'from', to: 'to', search: 'search' } as const
export type AuditFilter = keyof typeof API_PARAMS
export const AUDIT_FILTERS = Object.keys(API_PARAMS) as AuditFilter[]

/** One page of the log with the number of entries that match in all; the last page stays until the next is there. */
export function auditLogQuery(searchParams: URLSearchParams) {
  const params = new URLSearchParams({
    limit: String(PAGE_SIZE),
    offset: String((parsePage(searchParams) - 1) * PAGE_SIZE),
  })
  for (const filter of AUDIT_FILTERS) {
    const value = searchParams.get(filter)
    if (value) params.set(API_PARAMS[filter], value)
  }
  return { ...pageQuery<AuditLogEntry>(`/api/log?${params}`), placeholderData: keepPreviousData }
}

export const actorsQuery = jsonQuery<string[]>('/api/log/people')
