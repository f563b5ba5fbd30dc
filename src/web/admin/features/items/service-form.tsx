import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Item } from '#contracts/item-reader.ts'
import { MESSAGES } from '#contracts/limits.ts'
import { reasonOf } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toast.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { BackLink } from '../frame/screen-head.tsx'
import { Only } from '../session/only.tsx'
import { FormShell } from './form-shell.tsx'
import { nameUsedTwice, toFormValue } from './form-value.ts'
import { NameAndDescription, Pictures, Specifications, Visibility } from './item-fields.tsx'
import { useEditedId } from './item-form.tsx'
import { ItemHead, NotAllowed } from './item-head.tsx'
import { saveService, uploadPictures } from './item-request.ts'
import { oneItemQuery } from './queries.ts'
import { useItemForm } from './use-item-form.ts'
import { useItemSave } from './use-item-save.tsx'

const SERVICES = '/admin/products?tab=services'

/** Creates a service or changes one (rows FRM-1, FRM-8 to FRM-10). */
export function ServiceForm() {
  const id = useEditedId()
  const { data, isPending, error } = useQuery({
    ...oneItemQuery('service', id ?? ''),
    enabled: id !== undefined,
  })
  useEffect(() => {
    if (error) showFailure('Error', `Failed to load service: ${reasonOf(error)}`)
  }, [error])
  return (
    <>
      <BackLink to={SERVICES}>Products</BackLink>
      <ItemHead title={`${id ? 'Edit' : 'Add'} Service`} item={data} after={SERVICES} />
      {id && isPending && <Spinner label="Loading..." />}
      {(data || !id) && (
        <Only permission="catalogue.edit" otherwise={<NotAllowed />}>
          <Form key={data?.id ?? 'new'} item={data} />
        </Only>
      )}
    </>
  )
}

/** A failure that came before the service itself was sent, in the specified words. */
class UploadFailure extends Error {}

function Form({ item }: { item: Item | undefined }) {
  const navigate = useNavigate()
  const form = useItemForm(`capstan:service:${item?.id ?? 'new'}`, {
    base: toFormValue('service', item, 0),
    revision: item?.revision ?? 0,
  })
  const save = useItemSave({
    kind: 'service',
    item,
    form,
    send: async (value, stored, onSent) => {
      const images = await uploadPictures(value, onSent).catch((error: Error) => {
        throw new UploadFailure(`Image upload failed: ${error.message}`, { cause: error })
      })
      await saveService(value, images, stored)
    },
    onSaved: () => {
      showToast({ title: 'Success', description: `Service ${item ? 'updated' : 'added'} successfully!` })
      navigate('/admin/products')
    },
    onFailed: (error) => {
      const saving = `Failed to ${item ? 'update' : 'add'} service: ${error.message}`
      showFailure('Error', error instanceof UploadFailure ? error.message : saving)
    },
  })
  const submit = () => {
    const twice = nameUsedTwice(form.value)
    if (twice) showFailure('Error', `The specification name '${twice}' is used twice.`)
    else save.send()
  }
  return (
    <>
      <FormShell
        form={form}
        submitText={`${item ? 'Update' : 'Add'} Service`}
        cancelTo={SERVICES}
        saving={save.isPending}
        advice={save.advice}
        onSubmit={submit}
      >
        <NameAndDescription form={form} />
        <Pictures
          form={form}
          sent={save.sent}
          onTooMany={() => showFailure('Limit Exceeded', MESSAGES.sixServiceImages)}
        />
        <Specifications form={form} kind="service" />
        <Visibility form={form} />
      </FormShell>
      {save.conflict}
    </>
  )
}

const showFailure = (title: string, description: string) =>
  showToast({ variant: 'destructive', title, description })
