import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { filterCompleteSpecifications, type Item } from '#contracts/item/parse-item.ts'
import { LIMITS, MESSAGES } from '#contracts/limits.ts'
import { usePriceQuestion } from '#web/admin/editing/use-price-question.tsx'
import { RequirePermission } from '#web/admin/session/require-permission.tsx'
import { useAlert } from '#web/admin/shell/alert.tsx'
import { BackLink } from '#web/admin/shell/page-header.tsx'
import { getErrorStatus } from '#web/lib/api/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { DocumentsPanel } from '../documents/documents-panel.tsx'
import { saveItem } from '../item-api.ts'
import { ItemHeader, ReadOnlyNotice } from '../item-header.tsx'
import { itemQuery } from '../queries.ts'
import { Relations } from '../relations/relations.tsx'
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
  findCommercialError,
  findDuplicateName,
  type ItemFormValues,
  toFormValues,
  toNextValues,
  toSpecifications,
} from './item-form-values.ts'
import { type FormDestination, useFormDestination } from './use-form-destination.ts'
import { useItemForm } from './use-item-form.ts'
import { useItemSave } from './use-item-save.tsx'

/** The differences between the forms of machines and spare parts. */
export interface ItemFormConfig {
  kind: 'machine' | 'spare'
  /** Used in titles and in the success message. */
  title: 'Machine' | 'Spare Part'
  /** The screen after saving ([FRM-7]). */
  returnTo: string
}

export const MACHINE_FORM: ItemFormConfig = { kind: 'machine', title: 'Machine', returnTo: '/admin/products' }
export const SPARE_PART_FORM: ItemFormConfig = {
  kind: 'spare',
  title: 'Spare Part',
  returnTo: '/admin/spare-parts',
}

/** The id at the end of the form's path; undefined if it ends in 'add' ([FRM-1]). */
export function useEditedItemId(): string | undefined {
  const last = useLocation().pathname.split('/').filter(Boolean).at(-1)
  return last === undefined || last === 'add' ? undefined : decodeURIComponent(last)
}

/** Creates or changes a machine or spare part ([FRM-1] to [FRM-7]). */
export function ItemForm({ config }: { config: ItemFormConfig }) {
  const id = useEditedItemId()
  const alert = useAlert()
  const navigate = useNavigate()
  const destination = useFormDestination(config.returnTo)
  const { to, state } = destination
  const [series, setSeries] = useState<{ count: number; values?: ItemFormValues }>({ count: 0 })
  const { data, isPending, isError } = useQuery({
    ...itemQuery(config.kind, id ?? ''),
    enabled: id !== undefined,
  })
  useEffect(() => {
    if (isError)
      void alert('Failed to load product for editing.').then(() => navigate(to, { state, replace: true }))
  }, [isError, alert, navigate, to, state])
  return (
    <>
      <BackLink to={to} state={state}>
        {destination.label}
      </BackLink>
      <ItemHeader title={`${id ? 'Edit' : 'Add'} ${config.title}`} item={data} destination={destination} />
      {id && isPending && <Spinner label="Loading..." />}
      {(data || !id) && (
        <RequirePermission permission="catalogue.edit" fallback={<ReadOnlyNotice />}>
          <Form
            key={data?.id ?? `new ${series.count}`}
            config={config}
            item={data}
            newValues={series.values}
            destination={destination}
            onAddAnother={(saved) =>
              setSeries({ count: series.count + 1, values: toNextValues(config.kind, saved) })
            }
          />
        </RequirePermission>
      )}
    </>
  )
}

interface FormProps {
  config: ItemFormConfig
  item: Item | undefined
  /** The values of a new item that follows another one. */
  newValues: ItemFormValues | undefined
  destination: FormDestination
  /** Shows an empty form after this item was saved. */
  onAddAnother: (saved: ItemFormValues) => void
}

function Form({ config: { kind, title }, item, newValues, destination, onAddAnother }: FormProps) {
  const alert = useAlert()
  const addsAnother = useRef(false)
  const { askThenSave, question } = usePriceQuestion()
  const minRows = item ? LIMITS.minSpecifications : LIMITS.initialSpecificationRows
  const form = useItemForm(kind, item?.id, {
    base: newValues ?? toFormValues(kind, item, minRows),
    revision: item?.revision ?? 0,
  })
  const itemLabel = title.toLowerCase()
  const save = useItemSave({
    kind,
    item,
    form,
    send: (value, stored, onProgress) => saveItem(kind, value, stored, onProgress),
    onSaved: async ({ id }) => {
      const message = `${title} ${item ? 'updated' : 'added'} successfully!`
      if (addsAnother.current) {
        showToast({ title: 'Success', description: message })
        return onAddAnother(form.value)
      }
      await alert(message)
      destination.open(id)
    },
    onFailed: (error) => {
      const hasResponse = getErrorStatus(error) !== undefined
      return alert(
        hasResponse
          ? `Error ${item ? 'updating' : 'adding'} ${itemLabel}: ${error.message}`
          : `Failed to ${item ? 'update' : 'add'} ${itemLabel}.`,
      )
    },
  })
  const submit = (addAnother: boolean) => {
    const duplicateName = findDuplicateName(form.value)
    if (duplicateName) return void alert(`The specification name '${duplicateName}' is used twice.`)
    const complete = filterCompleteSpecifications(toSpecifications(form.value))
    if (complete.length < LIMITS.minSpecifications) return void alert(MESSAGES.twoSpecifications)
    const commercialError = findCommercialError(form.base, form.value)
    if (commercialError) return void alert(commercialError)
    addsAnother.current = addAnother
    const { name, price } = form.value
    askThenSave([{ id: item?.id ?? '', name, before: form.base.price, after: price }], save.send)
  }
  return (
    <>
      <FormShell
        form={form}
        submitText={`${item ? 'Update' : 'Add'} ${title}`}
        cancelTo={destination.to}
        cancelState={destination.state}
        saving={save.isPending}
        advice={save.advice}
        canAddAnother={!item}
        onSubmit={submit}
      >
        <NameAndDescription form={form} />
        <Pictures
          form={form}
          uploadProgress={save.uploadProgress}
          onLimitExceeded={() => void alert(MESSAGES.sixImages)}
        />
        <Specifications form={form} kind={kind} />
        <DocumentsPanel itemId={item?.id} />
        <Visibility form={form} />
        <PriceAndDetails form={form} kind={kind} />
        <CommercialDetails form={form} />
      </FormShell>
      {item && <Relations item={item} />}
      {save.conflict}
      {question}
    </>
  )
}
