import { queryOptions } from '@tanstack/react-query'
import type { ItemSummary } from '#contracts/catalogue/discovery.ts'
import type { CustomerDetails } from '#contracts/enquiry/customer.ts'
import type { Enquiry } from '#contracts/enquiry/enquiry.ts'
import type { AttachmentSummary } from '#contracts/files/attachment.ts'
import type { Kind } from '#contracts/item/item.ts'
import { type Item, parseItem } from '#contracts/item/parse-item.ts'
import type { EmailText } from '#contracts/mail/mail.ts'
import type { QuotationAmounts } from '#contracts/quotation/quotation.ts'
import type {
  AnswerBody,
  IssuedQuotation,
  Quotation,
  QuotationEditors,
  QuotationIssueDetails,
  QuotationSummary,
} from '#contracts/quotation/record.ts'
import type { RevisedQuotationSettings } from '#contracts/quotation/settings.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { getJson, send } from '#web/lib/api/api.ts'
import { BACKGROUND_HEADERS, getPolledPage, jsonQuery, POLL_INTERVAL_MS } from '../../session/requests.ts'
import { adminApi } from '../../session/session.ts'
import { getTabId } from './editor/tab-id.ts'

const PATH = '/api/quotations'
const toPath = (id: string, rest = '') => `${PATH}/${encodeURIComponent(id)}${rest}`

/** Sends JSON. Throws ApiError, or TypeError without a response. */
const request = <Result>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  init?: { headers: Record<string, string> },
): Promise<Result> => send(adminApi, method, path, body, 'The server could not do this. Try again.', init)

export const fetchQuotation = (
  id: string,
  init?: { signal: AbortSignal; headers?: Record<string, string> },
) => getJson<Quotation>(adminApi, toPath(id), init)
export const calculateAmounts = (body: unknown) =>
  request<QuotationAmounts>('POST', `${PATH}/calculate`, body)
export const createQuotation = (body: unknown) => request<Quotation>('POST', PATH, body)
export const changeQuotation = (id: string, body: unknown) => request<Quotation>('PATCH', toPath(id), body)
/** Deletes a quotation that was never sent. */
export const deleteQuotation = (id: string, revision: number) =>
  send(
    adminApi,
    'DELETE',
    toPath(id, `?revision=${revision}`),
    undefined,
    'The server could not delete this quotation.',
  )
/** An action without a reply of its own, such as 'revise'. */
export const runAction = (
  id: string,
  action: string,
  body: { revision: number; reason?: string; message?: string },
) => request<Quotation>('POST', toPath(id, `/${action}`), body)
export const issueQuotation = (
  id: string,
  body: { revision: number; sendEmail: boolean; email: EmailText | undefined },
) => request<IssuedQuotation>('POST', toPath(id, '/issue'), body)
export const reportEditor = (id: string, isRepeated: boolean) =>
  request<QuotationEditors>(
    'PUT',
    toPath(id, '/editor'),
    { tab: getTabId() },
    isRepeated ? { headers: BACKGROUND_HEADERS } : undefined,
  )
/** Creates a link to the customer's page. */
export const createLink = (id: string) => request<{ link: string }>('POST', toPath(id, '/links'))
/** Erases the buyer of a quotation without a customer; deletes a draft that was never sent. */
export const eraseQuotation = (id: string) =>
  send(adminApi, 'POST', toPath(id, '/erasure'), undefined, 'The server could not erase these data.')
export const revokeLinks = (id: string) => request<{ revoked: number }>('DELETE', toPath(id, '/links'))
export const answerQuestion = (id: string, body: AnswerBody) =>
  request<Quotation>('POST', toPath(id, '/answers'), body)
/** Adds the number or the file of the purchase order. The file is uploaded first. */
export async function addPurchaseOrder(
  id: string,
  { purchaseOrder, file }: { purchaseOrder: string; file: File | undefined },
): Promise<Quotation> {
  const form = new FormData()
  if (file) form.append('file', file)
  const uploaded =
    file && (await send<AttachmentSummary>(adminApi, 'POST', '/api/enquiries/attachments', form))
  return request('POST', toPath(id, '/purchase-order'), {
    purchaseOrder,
    ...(uploaded && { file: uploaded.id }),
  })
}
export const saveSettings = (settings: RevisedQuotationSettings) =>
  request<RevisedQuotationSettings>('PUT', `${PATH}/settings`, settings)

/** A stored quotation. It is not cached: an editor must start from the current revision. */
export const quotationQuery = (id: string) =>
  queryOptions({
    queryKey: ['quotation', id],
    queryFn: ({ signal }) => fetchQuotation(id, { signal }),
    gcTime: 0,
  })

/** The content of one issue, and what differs from the one before. An issue never changes. */
export const issueQuery = (id: string, issueNo: number) => ({
  ...jsonQuery<QuotationIssueDetails>(toPath(id, `/issues/${issueNo}`)),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The address of a document: of the last issue, of a draft, of an earlier `issue`, or of another `kind`. */
export const toPdfPath = (id: string, document: { issue?: string; kind?: string } = {}): string => {
  const search = new URLSearchParams(document)
  return `${toPath(id)}.pdf${search.size > 0 ? `?${search}` : ''}`
}

/** One page of the quotations; `params` is the query string of the request. */
export const quotationsQuery = (params: string) =>
  queryOptions({
    queryKey: ['quotations', params],
    queryFn: (context) => getPolledPage<QuotationSummary>(`${PATH}?${params}`, context),
    refetchInterval: POLL_INTERVAL_MS,
  })

export const quotationSettingsQuery = jsonQuery<RevisedQuotationSettings>(`${PATH}/settings`)
export const enquiryQuery = (id: string) => jsonQuery<Enquiry>(`/api/enquiries/${encodeURIComponent(id)}`)
export const customerQuery = (id: string) =>
  jsonQuery<CustomerDetails>(`/api/customers/${encodeURIComponent(id)}`)

const fetchItem = async (kind: Kind, id: string): Promise<Item> =>
  parseItem(kind, await getJson(adminApi, `${RESOURCES[kind].path}/${encodeURIComponent(id)}`))

/** A complete item. */
export const itemQuery = (kind: Kind, id: string) =>
  queryOptions({
    queryKey: ['quotation-item', kind, id],
    queryFn: () => fetchItem(kind, id),
    staleTime: 60_000,
  })

/** A complete item of unknown kind; null if it is not on the site. */
export const itemByIdQuery = (id: string) =>
  queryOptions({
    queryKey: ['published-item', id],
    queryFn: async (): Promise<Item | null> => (await fetchItems([id]))[0] ?? null,
    staleTime: 60_000,
  })

/** The items of the site with these ids, complete; others are left out. */
export async function fetchItems(ids: string[]): Promise<Item[]> {
  if (ids.length === 0) return []
  const summaries = await getJson<ItemSummary[]>(
    adminApi,
    `/api/summaries?${new URLSearchParams({ ids: ids.join(',') })}`,
  )
  return Promise.all(summaries.map(({ kind, id }) => fetchItem(kind, id)))
}
