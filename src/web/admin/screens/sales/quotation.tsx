import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import type { Quotation } from '#contracts/quotation/record.ts'
import { getErrorStatus } from '#web/lib/api/api.ts'
import { ADMIN_PATHS, toQuotationPath } from '#web/lib/navigation/admin-paths.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { toDraft } from '../../features/quotations/editor/draft.ts'
import { QuotationEditor } from '../../features/quotations/editor/editor.tsx'
import { createPrefilledDraft } from '../../features/quotations/editor/prefill.ts'
import {
  customerQuery,
  enquiryQuery,
  fetchItems,
  quotationQuery,
  quotationSettingsQuery,
} from '../../features/quotations/requests.ts'
import { LoadError } from '../../shell/load-error.tsx'
import { BackLink, PageHeader } from '../../shell/page-header.tsx'

const NEW = 'new'

/** A quotation, or with the id 'new' one that is stored once it is complete enough. */
export default function QuotationScreen() {
  const { quotationId = '' } = useParams()
  const { key } = useLocation()
  const navigate = useNavigate()
  // The editor of a new quotation stays open when the quotation gets an address of its own.
  const [editorKeys] = useState(() => new Map<string, string>())
  const isNew = quotationId === NEW
  const editorKey = isNew ? `${NEW} ${key}` : (editorKeys.get(quotationId) ?? quotationId)
  const onCreated = ({ id }: Quotation) => {
    editorKeys.set(id, editorKey)
    void navigate(toQuotationPath(id), { replace: true, preventScrollReset: true })
  }
  if (editorKey.startsWith(`${NEW} `)) return <NewQuotation key={editorKey} onCreated={onCreated} />
  return <StoredQuotation key={editorKey} id={quotationId} />
}

function StoredQuotation({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery({
    ...quotationQuery(id),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isPending) return <Loading />
  if (!data) return <Failure error={error} onRetry={refetch} />
  return <QuotationEditor stored={data} initial={toDraft(data)} copyId={id} onCreated={() => {}} />
}

function NewQuotation({ onCreated }: { onCreated: (quotation: Quotation) => void }) {
  const [params] = useSearchParams()
  // The address changes when the quotation is stored.
  const [{ enquiry, customer }] = useState({
    enquiry: params.get('enquiry'),
    customer: params.get('customer'),
  })
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['new-quotation', enquiry, customer],
    queryFn: async ({ client }) => {
      const [{ settings }, source, person] = await Promise.all([
        client.fetchQuery(quotationSettingsQuery),
        enquiry ? client.fetchQuery(enquiryQuery(enquiry)) : undefined,
        customer && !enquiry ? client.fetchQuery(customerQuery(customer)) : undefined,
      ])
      const ids = source ? [...source.lines.map(({ item }) => item?.id), source.item?.id] : []
      const items = await fetchItems([...new Set(ids.filter((id) => id !== undefined))])
      return createPrefilledDraft({ settings, enquiry: source, customer: person, items })
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (isPending) return <Loading />
  if (!data) return <Failure error={error} onRetry={refetch} />
  const copyId = enquiry ? `${NEW} enquiry ${enquiry}` : customer ? `${NEW} customer ${customer}` : NEW
  return <QuotationEditor stored={undefined} initial={data} copyId={copyId} onCreated={onCreated} />
}

const Loading = () => (
  <>
    <BackLink to={ADMIN_PATHS.quotations}>Back to quotations</BackLink>
    <Spinner label="Loading..." />
  </>
)

function Failure({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  return (
    <>
      <BackLink to={ADMIN_PATHS.quotations}>Back to quotations</BackLink>
      <PageHeader title="Quotation" />
      {getErrorStatus(error) === 404 ? (
        <p role="alert">This quotation, enquiry or customer was not found.</p>
      ) : (
        <LoadError subject="This quotation" error={error} onRetry={onRetry} />
      )}
    </>
  )
}
