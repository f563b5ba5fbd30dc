import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AuditLogEntry } from '#contracts/audit-log.ts'
import { ApiError } from '#web/lib/api.ts'
import { parsePage } from '../layout/use-list-params.ts'

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
  return queryOptions({
    queryKey: [`/api/log?${params}`],
    queryFn: async ({ meta, queryKey, signal }) => {
      const response = await meta!.api(String(queryKey[0]), { signal })
      if (!response.ok)
        throw new ApiError(
          response.status,
          `${response.status}: ${(await response.text()) || response.statusText}`,
        )
      const entries = (await response.json()) as AuditLogEntry[]
      return { entries, total: Number(response.headers.get('x-total-count') ?? entries.length) }
    },
    placeholderData: keepPreviousData,
  })
}

export const actorsQuery = queryOptions<string[]>({ queryKey: ['/api/log/people'] })
