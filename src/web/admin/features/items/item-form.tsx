import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { completeSpecifications, type Item } from '#contracts/item-reader.ts'
import { LIMITS, MESSAGES } from '#contracts/limits.ts'
import { statusOf } from '../../../lib/api.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { useAlert } from '../frame/alert.tsx'
import { BackLink } from '../frame/screen-head.tsx'
import { Only } from '../session/only.tsx'
import { FormShell } from './form-shell.tsx'
import { nameUsedTwice, pairsOf, toFormValue } from './form-value.ts'
import { NameAndDescription, Pictures, PriceAndDetails, Specifications, Visibility } from './item-fields.tsx'
import { ItemHead, NotAllowed } from './item-head.tsx'
import { saveItem } from './item-request.ts'
import { oneItemQuery } from './queries.ts'
import { useItemForm } from './use-item-form.ts'
import { useItemSave } from './use-item-save.tsx'

/** What tells the machine form from the spare part form. */
export interface ItemFormConfig {
  kind: 'machine' | 'spare'
  /** In titles and in the sentence of success. */
  title: 'Machine' | 'Spare Part'
  /** Where a saved item leads (row FRM-7). */
  after: string
}

export const MACHINE_FORM: ItemFormConfig = { kind: 'machine', title: 'Machine', after: '/admin/products' }
export const SPARE_PART_FORM: ItemFormConfig = {
  kind: 'spare',
  title: 'Spare Part',
  after: '/admin/spare-parts',
}

/** The id that a form's address ends in; none when it ends in 'add' (row FRM-1). */
export function useEditedId(): string | undefined {
  const last = useLocation().pathname.split('/').filter(Boolean).at(-1)
  return last === undefined || last === 'add' ? undefined : decodeURIComponent(last)
}

/** Creates a machine or spare part, or changes one (rows FRM-1 to FRM-7). */
export function ItemForm({ config }: { config: ItemFormConfig }) {
  const id = useEditedId()
  const alert = useAlert()
  const { data, isPending, isError } = useQuery({
    ...oneItemQuery(config.kind, id ?? ''),
    enabled: id !== undefined,
  })
  useEffect(() => {
    if (isError) void alert('Failed to load product for editing.')
  }, [isError, alert])
  return (
    <>
      <BackLink to={config.after}>Products</BackLink>
      <ItemHead title={`${id ? 'Edit' : 'Add'} ${config.title}`} item={data} after={config.after} />
      {id && isPending && <Spinner label="Loading..." />}
      {(data || !id) && (
        <Only permission="catalogue.edit" otherwise={<NotAllowed />}>
          <Form key={data?.id ?? 'new'} config={config} item={data} />
        </Only>
      )}
    </>
  )
}

function Form({ config, item }: { config: ItemFormConfig; item: Item | undefined }) {
  const { kind, title, after } = config
  const alert = useAlert()
  const navigate = useNavigate()
  const form = useItemForm(`capstan:${kind}:${item?.id ?? 'new'}`, {
    base: toFormValue(kind, item, item ? LIMITS.minSpecifications : LIMITS.startSpecificationRows),
    revision: item?.revision ?? 0,
  })
  const noun = title.toLowerCase()
  const save = useItemSave({
    kind,
    item,
    form,
    send: (value, stored, onSent) => saveItem(kind, value, stored, onSent),
    onSaved: async () => {
      await alert(`${title} ${item ? 'updated' : 'added'} successfully!`)
      navigate(after)
    },
    onFailed: (error) => {
      const answered = statusOf(error) !== undefined
      return alert(
        answered
          ? `Error ${item ? 'updating' : 'adding'} ${noun}: ${error.message}`
          : `Failed to ${item ? 'update' : 'add'} ${noun}.`,
      )
    },
  })
  const submit = () => {
    const twice = nameUsedTwice(form.value)
    if (twice) return void alert(`The specification name '${twice}' is used twice.`)
    const complete = completeSpecifications(pairsOf(form.value))
    if (complete.length < LIMITS.minSpecifications) return void alert(MESSAGES.twoSpecifications)
    save.send()
  }
  return (
    <>
      <FormShell
        form={form}
        submitText={`${item ? 'Update' : 'Add'} ${title}`}
        cancelTo={after}
        saving={save.isPending}
        advice={save.advice}
        onSubmit={submit}
      >
        <NameAndDescription form={form} />
        <Pictures form={form} sent={save.sent} onTooMany={() => void alert(MESSAGES.sixImages)} />
        <Specifications form={form} kind={kind} />
        <Visibility form={form} />
        <PriceAndDetails form={form} kind={kind} />
      </FormShell>
      {save.conflict}
    </>
  )
}
