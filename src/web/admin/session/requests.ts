import { type QueryClient, type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import type { StaffMember } from '#contracts/enquiry/enquiry.ts'
import type { MailStatus } from '#contracts/mail/mail.ts'
import type { Page } from '#contracts/page.ts'
import { getJson, getPage, send } from '#web/lib/api/api.ts'
import { adminApi } from './session.ts'

/** How often counts and the list of enquiries are requested again while their tab is visible. */
export const POLL_INTERVAL_MS = 60_000

/** The query of one address; its data is the JSON of the response. Throws ApiError. */
export const jsonQuery = <Result>(path: string) =>
  queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => getJson<Result>(adminApi, path, { signal }),
  })

/** The query of one page of a list. Throws ApiError. */
export const pageQuery = <Item>(path: string) =>
  queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => getPage<Item>(adminApi, path, { signal }),
  })

/** Whether the site has a mail server, and what it could not deliver. It needs the permission to read enquiries. */
export const mailStatusQuery = jsonQuery<MailStatus>('/api/mail/state')

/** The members of staff who can be responsible for enquiries and quotations. */
export const staffQuery = jsonQuery<StaffMember[]>('/api/staff')

/** Like `jsonQuery`, repeated every `POLL_INTERVAL_MS`. */
export const polledJsonQuery = <Result>(path: string) =>
  queryOptions({
    queryKey: [path],
    queryFn: (context) => getJson<Result>(adminApi, path, toPollInit(context)),
    refetchInterval: POLL_INTERVAL_MS,
  })

/** Fetches one page of a list for a query with a `refetchInterval`. Throws ApiError. */
export const getPolledPage = <Item>(path: string, context: QueryFunctionContext): Promise<Page<Item>> =>
  getPage(adminApi, path, toPollInit(context))

/** Requests with these headers do not extend the session, which otherwise would never expire while a tab is open. */
export const BACKGROUND_HEADERS = { 'x-capstan-background': 'true' }

/** A request is in the background once its data is cached. */
function toPollInit({ client, queryKey, signal }: QueryFunctionContext): RequestInit {
  const isRepeated = client.getQueryData(queryKey) !== undefined
  return { signal, ...(isRepeated && { headers: BACKGROUND_HEADERS }) }
}

/** Hides the steps of getting started from the user's dashboard, or shows them again. */
export async function saveChecklistDismissal(client: QueryClient, dismissed: boolean): Promise<void> {
  await send(adminApi, 'PUT', '/api/dashboard/getting-started', { dismissed })
  await client.invalidateQueries({ queryKey: ['/api/dashboard'] })
}
