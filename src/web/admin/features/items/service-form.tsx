import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { MESSAGES } from '#contracts/limits.ts'
import type { Item } from '#contracts/parse-item.ts'
import { getErrorMessage } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toast.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { BackLink } from '../layout/page-header.tsx'
import { RequirePermission } from '../session/require-permission.tsx'
import { FormShell } from './form-shell.tsx'
import { saveService, uploadPictures } from './item-api.ts'
import { NameAndDescription, Pictures, Specifications, Visibility } from './item-fields.tsx'
import { useEditedItemId } from './item-form.tsx'
import { findDuplicateName, toFormValues } from './item-form-values.ts'
import { ItemHeader, ReadOnlyNotice } from './item-header.tsx'
import { itemQuery } from './queries.ts'
import { useItemForm } from './use-item-form.ts'
import { useItemSave } from './use-item-save.tsx'

const SERVICES_PATH = '/admin/products?tab=services'

/** Creates a service or changes one (rows FRM-1, FRM-8 to FRM-10). */
export function ServiceForm() {
  const id = useEditedItemId()
  const { data, isPending, error } = useQuery({
    ...itemQuery('service', id ?? ''),
    enabled: id !== undefined,
  })
  useEffect(() => {
    if (error) showErrorToast('Error', `Failed to load service: ${getErrorMessage(error)}`)
  }, [error])
  return (
    <>
      <BackLink to={SERVICES_PATH}>Products</BackLink>
      <ItemHeader title={`${id ? 'Edit' : 'Add'} Service`} item={data} returnTo={SERVICES_PATH} />
      {id && isPending && <Spinner label="Loading..." />}
      {(data || !id) && (
        <RequirePermission permission="catalogue.edit" fallback={<ReadOnlyNotice />}>
          <Form key={data?.id ?? 'new'} item={data} />
        </RequirePermission>
      )}
    </>
  )
}

/** A failure that came before the service itself was sent, in the specified words. */
class UploadError extends Error {}

function Form({ item }: { item: Item | undefined }) {
  const navigate = useNavigate()
  const form = useItemForm(`capstan:service:${item?.id ?? 'new'}`, {
    base: toFormValues('service', item, 0),
    revision: item?.revision ?? 0,
  })
  const save = useItemSave({
    kind: 'service',
    item,
    form,
    send: async (value, stored, onProgress) => {
      const images = await uploadPictures(value, onProgress).catch((error: Error) => {
        throw new UploadError(`Image upload failed: ${error.message}`, { cause: error })
      })
      await saveService(value, images, stored)
    },
    onSaved: () => {
      showToast({ title: 'Success', description: `Service ${item ? 'updated' : 'added'} successfully!` })
      navigate('/admin/products')
    },
    onFailed: (error) => {
      const saveError = `Failed to ${item ? 'update' : 'add'} service: ${error.message}`
      showErrorToast('Error', error instanceof UploadError ? error.message : saveError)
    },
  })
  const submit = () => {
    const duplicateName = findDuplicateName(form.value)
    if (duplicateName) showErrorToast('Error', `The specification name '${duplicateName}' is used twice.`)
    else save.send()
  }
  return (
    <>
      <FormShell
        form={form}
        submitText={`${item ? 'Update' : 'Add'} Service`}
        cancelTo={SERVICES_PATH}
        saving={save.isPending}
        advice={save.advice}
        onSubmit={submit}
      >
        <NameAndDescription form={form} />
        <Pictures
          form={form}
          uploadProgress={save.uploadProgress}
          onLimitExceeded={() => showErrorToast('Limit Exceeded', MESSAGES.sixServiceImages)}
        />
        <Specifications form={form} kind="service" />
        <Visibility form={form} />
      </FormShell>
      {save.conflict}
    </>
  )
}

const showErrorToast = (title: string, description: string) =>
  showToast({ variant: 'destructive', title, description })
