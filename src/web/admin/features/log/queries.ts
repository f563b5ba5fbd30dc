import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { LogEntry } from '#contracts/log.ts'
import { ApiError } from '../../../lib/api.ts'

export const PAGE_SIZE = 50
/** What the address may hold, and the parameter of the call that it becomes. */
const PARAMETERS = { what: 'subject', who: 'by', from: 'from', to: 'to', search: 'search' } as const
export type LogFilter = keyof typeof PARAMETERS
export const LOG_FILTERS = Object.keys(PARAMETERS) as LogFilter[]

/** The page of the log that an address speaks of; the first is 1. */
export const pageOf = (address: URLSearchParams) => Math.max(1, Math.floor(Number(address.get('page'))) || 1)

/** One page of the log with the number of entries that match in all; the last page stays until the next is there. */
export function logQuery(address: URLSearchParams) {
  const asked = new URLSearchParams({
    limit: String(PAGE_SIZE),
    offset: String((pageOf(address) - 1) * PAGE_SIZE),
  })
  for (const filter of LOG_FILTERS) {
    const value = address.get(filter)
    if (value) asked.set(PARAMETERS[filter], value)
  }
  return queryOptions({
    queryKey: [`/api/log?${asked}`],
    queryFn: async ({ meta, queryKey, signal }) => {
      const reply = await meta!.api(String(queryKey[0]), { signal })
      if (!reply.ok)
        throw new ApiError(reply.status, `${reply.status}: ${(await reply.text()) || reply.statusText}`)
      const entries = (await reply.json()) as LogEntry[]
      return { entries, total: Number(reply.headers.get('x-total-count') ?? entries.length) }
    },
    placeholderData: keepPreviousData,
  })
}

export const peopleQuery = queryOptions<string[]>({ queryKey: ['/api/log/people'] })
