import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import type { StaffMember } from '#contracts/enquiry.ts'
import type { MailStatus } from '#contracts/mail.ts'
import { ApiError, getJson } from '#web/lib/api.ts'
import { adminApi } from './session.ts'

/** How often counts and the list of enquiries are requested again while their tab is visible. */
export const POLL_INTERVAL_MS = 60_000

/** One page of a list. */
export interface Page<Row> {
  rows: Row[]
  /** The number of matching rows on all pages. */
  total: number
}

/** The query of one address; its data is the JSON of the response. Throws ApiError. */
export const jsonQuery = <Result>(path: string) =>
  queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => getJson(adminApi, path, { signal }) as Promise<Result>,
  })

/** Whether the site has a mail server, and what it could not deliver. It needs the permission to read enquiries. */
export const mailStatusQuery = jsonQuery<MailStatus>('/api/mail/state')

/** The members of staff who can be responsible for enquiries and quotations. */
export const staffQuery = jsonQuery<StaffMember[]>('/api/staff')

/** Like `jsonQuery`, repeated every `POLL_INTERVAL_MS`. */
export const polledJsonQuery = <Result>(path: string) =>
  queryOptions({
    queryKey: [path],
    queryFn: async (context) => (await fetchPolled(context, path)).json() as Promise<Result>,
    refetchInterval: POLL_INTERVAL_MS,
  })

/** Fetches one page of a list. The total is in the header X-Total-Count. Throws ApiError. */
export const getPage = async <Row>(path: string, { signal }: { signal: AbortSignal }): Promise<Page<Row>> =>
  toPage(await fetchOk(path, { signal }))

/** Like `getPage`, for a query with a `refetchInterval`. */
export const getPolledPage = async <Row>(path: string, context: QueryFunctionContext): Promise<Page<Row>> =>
  toPage(await fetchPolled(context, path))

/** Requests with these headers do not extend the session, which otherwise would never expire while a tab is open. */
export const BACKGROUND_HEADERS = { 'x-capstan-background': 'true' }

/** Repeats a request in the background once its data is cached. */
function fetchPolled({ client, queryKey, signal }: QueryFunctionContext, path: string): Promise<Response> {
  const isRepeated = client.getQueryData(queryKey) !== undefined
  return fetchOk(path, { signal, ...(isRepeated && { headers: BACKGROUND_HEADERS }) })
}

/** Throws ApiError unless the response is successful. */
export async function fetchOk(path: string, init: RequestInit): Promise<Response> {
  const response = (await adminApi(path, init)) as Response
  if (response.ok) return response
  const text = (await response.text()) || response.statusText
  throw new ApiError(response.status, `${response.status}: ${text}`)
}

const toPage = async <Row>(response: Response): Promise<Page<Row>> => ({
  rows: (await response.json()) as Row[],
  total: Number(response.headers.get('x-total-count')),
})
