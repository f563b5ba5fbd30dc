import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Kind } from '#contracts/item/kind.ts'
import { filterCompleteSpecifications, type Item } from '#contracts/item/parse-item.ts'
import { LIMITS, MESSAGES } from '#contracts/limits.ts'
import { usePriceQuestion } from '#web/admin/editing/use-price-question.tsx'
import { RequirePermission } from '#web/admin/session/require-permission.tsx'
import { useAlert } from '#web/admin/shell/alert.tsx'
import { showErrorToast } from '#web/admin/shell/error-toast.ts'
import { BackLink } from '#web/admin/shell/page-header.tsx'
import { getErrorStatus } from '#web/lib/api/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { DocumentsPanel } from '../documents/documents-panel.tsx'
import { saveItem, saveService, UploadError } from '../item-api.ts'
import { ItemHeader, ReadOnlyNotice } from '../item-header.tsx'
import { itemQuery } from '../queries.ts'
import { Relations } from '../relations/relations.tsx'
import { SERVICES_STATE } from '../return-path.ts'
import { FormShell } from './form-shell.tsx'
import {
  CommercialDetails,
  NameAndDescription,
  Pictures,
  PriceAndDetails,
  Specifications,
  Visibility,
} from './item-fields.tsx'
import {
  describeFirstError,
  findDuplicateName,
  findIncompleteRow,
  type ItemFormValues,
  toFormValues,
  toNextValues,
  toSpecifications,
} from './item-form-values.ts'
import { type FormDestination, useFormDestination } from './use-form-destination.ts'
import { useItemForm } from './use-item-form.ts'

/** The differences between the forms of the kinds. */
interface ItemFormConfig {
  kind: Kind
  /** Used in titles and in the success message. */
  title: 'Machine' | 'Spare Part' | 'Service'
  /** The screen after saving ([FRM-7]). */
  returnTo: string
  returnState?: typeof SERVICES_STATE
}

const MACHINE_FORM: ItemFormConfig = { kind: 'machine', title: 'Machine', returnTo: '/admin/products' }
const SPARE_PART_FORM: ItemFormConfig = { kind: 'spare', title: 'Spare Part', returnTo: '/admin/spare-parts' }
const SERVICE_FORM: ItemFormConfig = {
  kind: 'service',
  title: 'Service',
  returnTo: '/admin/products',
  returnState: SERVICES_STATE,
}

/** The screens ([FRM-1]). */
export const MachineForm = () => <ItemForm config={MACHINE_FORM} />
export const SparePartForm = () => <ItemForm config={SPARE_PART_FORM} />
export const ServiceForm = () => <ItemForm config={SERVICE_FORM} />

/** The id at the end of the form's path; undefined if it ends in 'add' ([FRM-1]). */
function useEditedItemId(): string | undefined {
  const last = useLocation().pathname.split('/').filter(Boolean).at(-1)
  return last === undefined || last === 'add' ? undefined : decodeURIComponent(last)
}

/** Shows results as specified: machines and spare parts in a dialog, services in a toast ([FRM-4] to [FRM-10]). */
function useReports(kind: Kind) {
  const alert = useAlert()
  if (kind !== 'service') return { tell: alert, warn: alert }
  return {
    tell: async (description: string) => showToast({ title: 'Success', description }),
    warn: async (message: string, title?: string) => showErrorToast(message, title),
  }
}

/** Creates or changes an item ([FRM-1] to [FRM-10]). */
function ItemForm({ config }: { config: ItemFormConfig }) {
  const { kind, title, returnTo, returnState } = config
  const id = useEditedItemId()
  const alert = useAlert()
  const navigate = useNavigate()
  const destination = useFormDestination(returnTo, returnState)
  const { to, state } = destination
  const [series, setSeries] = useState<{ count: number; values?: ItemFormValues }>({ count: 0 })
  const { data, isPending, error } = useQuery({ ...itemQuery(kind, id ?? ''), enabled: id !== undefined })
  useEffect(() => {
    if (!error) return
    const leave = () => navigate(to, { state, replace: true })
    if (kind !== 'service') void alert('Failed to load product for editing.').then(leave)
    else {
      showErrorToast(`Failed to load service: ${error.message}`)
      void leave()
    }
  }, [error, kind, alert, navigate, to, state])
  return (
    <>
      <BackLink to={to} state={state}>
        {destination.label}
      </BackLink>
      <ItemHeader title={`${id ? 'Edit' : 'Add'} ${title}`} item={data} destination={destination} />
      {id && isPending && <Spinner label="Loading..." />}
      {(data || !id) && (
        <RequirePermission permission="catalogue.edit" fallback={<ReadOnlyNotice />}>
          <Form
            key={data?.id ?? `new ${series.count}`}
            config={config}
            item={data}
            newValues={series.values ?? toFormValues(kind, undefined, getNewRows(kind))}
            destination={destination}
            onAddAnother={(saved) =>
              setSeries({ count: series.count + 1, values: toNextValues(kind, saved) })
            }
          />
        </RequirePermission>
      )}
    </>
  )
}

/** The number of specification rows of an empty form ([FRM-2], [FRM-8]). */
const getNewRows = (kind: Kind): number => (kind === 'service' ? 0 : LIMITS.initialSpecificationRows)

interface FormProps {
  config: ItemFormConfig
  item: Item | undefined
  newValues: ItemFormValues
  destination: FormDestination
  /** Shows another form after this new item was saved. */
  onAddAnother: (saved: ItemFormValues) => void
}

function Form({ config, item, newValues, destination, onAddAnother }: FormProps) {
  const { kind, title } = config
  const { tell, warn } = useReports(kind)
  const addsAnother = useRef(false)
  const { askThenSave, question } = usePriceQuestion()
  const form = useItemForm({
    kind,
    item,
    newValues,
    send: kind === 'service' ? saveService : (...request) => saveItem(kind, ...request),
    onSaved: async ({ id, base }) => {
      const message = `${title} ${item ? 'updated' : 'added'} successfully!`
      if (addsAnother.current) {
        showToast({ title: 'Success', description: message })
        return onAddAnother(base)
      }
      await tell(message)
      destination.open(id)
    },
    onFailed: (error) => warn(describeFailure(error, config, item ? 'update' : 'add')),
  })
  const { document } = form
  const submit = (addAnother: boolean) => {
    const { value, problems } = document.getState()
    const message = findMistake(kind, value) ?? describeFirstError(problems)
    if (message) {
      document.revealErrors()
      return void warn(message)
    }
    addsAnother.current = addAnother
    const before = item ? toFormValues(kind, item, 0).price : ''
    const edit = { id: item?.id ?? '', name: value.name, before, after: value.price }
    askThenSave([edit], () => void document.save())
  }
  return (
    <>
      <FormShell
        form={form}
        submitText={`${item ? 'Update' : 'Add'} ${title}`}
        cancelTo={destination.to}
        cancelState={destination.state}
        onSubmit={submit}
      >
        <NameAndDescription form={form} />
        <Pictures
          form={form}
          onLimitExceeded={() =>
            void (kind === 'service'
              ? warn(MESSAGES.sixServiceImages, 'Limit Exceeded')
              : warn(MESSAGES.sixImages))
          }
        />
        <Specifications form={form} />
        <DocumentsPanel itemId={item?.id} />
        <Visibility />
        {kind !== 'service' && <PriceAndDetails kind={kind} />}
        <CommercialDetails />
      </FormShell>
      {item && <Relations item={item} />}
      {question}
    </>
  )
}

/** What is wrong with the specifications; undefined if nothing is. */
function findMistake(kind: Kind, value: ItemFormValues): string | undefined {
  const duplicateName = findDuplicateName(value)
  if (duplicateName) return `The specification name '${duplicateName}' is used twice.`
  if (kind === 'service') {
    const row = findIncompleteRow(value)
    return row === undefined
      ? undefined
      : `Specification ${row} needs a name and a value. Complete or remove it.`
  }
  const complete = filterCompleteSpecifications(toSpecifications(value))
  return complete.length < LIMITS.minSpecifications ? MESSAGES.twoSpecifications : undefined
}

/** The specified sentence of a failed save ([FRM-6], [FRM-9], [FRM-10]). */
function describeFailure(error: Error, { kind, title }: ItemFormConfig, action: 'add' | 'update'): string {
  const label = title.toLowerCase()
  if (error instanceof UploadError) return error.message
  if (kind === 'service') return `Failed to ${action} service: ${error.message}`
  return getErrorStatus(error) === undefined
    ? `Failed to ${action} ${label}.`
    : `Error ${action === 'add' ? 'adding' : 'updating'} ${label}: ${error.message}`
}
