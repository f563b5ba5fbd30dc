import { useQuery } from '@tanstack/react-query'
import type { ItemSummary } from '#contracts/catalogue/discovery.ts'
import { ENQUIRY_LIMITS, FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { t, tParts } from '#messages/messages.ts'
import { useSearchParams } from '#web/lib/navigation/navigation.tsx'
import { useSiteContent } from '#web/lib/site-content.tsx'
import { summariesQuery } from '#web/site/queries/discovery-queries.ts'
import { TextField } from '#web/ui/field.tsx'

/**
 * The parts of the contact form that are added by scripts elsewhere, for browsers without them: items with their
 * quantity, from the address ('/?item=cl-25&quantity=2', '/?item=cl-25,cl-40'), and the company. Only the server renders them.
 */
export function NoScriptFields() {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <RequestedItems />
      <TextField label={t('Company (optional)')} name="company" maxLength={FORM_LIMITS.companyLength} />
      <TextField label={t('GSTIN (optional)')} name="gstin" />
      <TextField
        label={t('Place (optional)')}
        name="place"
        maxLength={FORM_LIMITS.companyLength}
        className="sm:col-span-2"
      />
    </div>
  )
}

/** Any other text in the address is ignored. */
const REFERENCE = /^E-\d{6}-[2-9A-Z]{4}$/

/** The result of sending the form without scripts, or before they were loaded, from the parameters of the redirect. */
export function NoScriptResult({ params }: { params: URLSearchParams }) {
  const { replyTime } = useSiteContent().contact
  const outcome = params.get('enquiry')
  const reference = params.get('reference') ?? ''
  if (outcome === 'sent') {
    return (
      <p role="status" className="border-success border-l-3 bg-success-soft p-4 sm:col-span-2">
        <strong>{t('Thank you for your inquiry!')}</strong> {t('We will get back to you soon.')}
        {REFERENCE.test(reference) &&
          ` ${t('Your reference number is {reference}. We reply {time}.', { reference, time: replyTime })}`}
      </p>
    )
  }
  if (outcome !== 'refused') return null
  return (
    <p role="alert" className="border-danger border-l-3 bg-danger-soft p-4 sm:col-span-2">
      {t(
        'Your enquiry was not sent. Go back one page in your browser: your message is still there. Check it, or call us.',
      )}
    </p>
  )
}

/** The items of the address. */
export function useRequestedItems(params: URLSearchParams): ItemSummary[] {
  const keys = params.get('item') ?? ''
  const { data = [] } = useQuery({ ...summariesQuery(keys.split(',')), enabled: keys !== '' })
  return data
}

function RequestedItems() {
  const params = useSearchParams()
  const items = useRequestedItems(params)
  if (items.length === 0) return null
  return (
    <>
      <p className="self-end border-dim border-l-3 bg-surface-grey p-4">
        {tParts('Your enquiry is about {items}', {
          items: <b key="items">{items.map(({ name }) => name).join(', ')}</b>,
        })}
      </p>
      <input type="hidden" name="item" value={items.map(({ id }) => id).join(',')} />
      <input type="hidden" name="itemNames" value={items.map(({ name }) => name).join('\n')} />
      <TextField
        label={items.length > 1 ? t('Quantity of each') : t('Quantity')}
        name="quantity"
        type="number"
        min={1}
        max={ENQUIRY_LIMITS.quantity}
        defaultValue={params.get('quantity') ?? 1}
      />
    </>
  )
}
