import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { MESSAGES } from '#contracts/limits.ts'
import type { Item } from '#contracts/parse-item.ts'
import { getErrorMessage } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toast.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { showErrorToast } from '../layout/error-toast.ts'
import { BackLink } from '../layout/page-header.tsx'
import { RequirePermission } from '../session/require-permission.tsx'
import { FormShell } from './form-shell.tsx'
import { saveService, uploadPictures } from './item-api.ts'
import { NameAndDescription, Pictures, Specifications, Visibility } from './item-fields.tsx'
import { useEditedItemId } from './item-form.tsx'
import { findDuplicateName, findIncompleteRow, toFormValues } from './item-form-values.ts'
import { ItemHeader, ReadOnlyNotice } from './item-header.tsx'
import { itemQuery } from './queries.ts'
import { getReturnPath } from './return-path.ts'
import { useItemForm } from './use-item-form.ts'
import { useItemSave } from './use-item-save.tsx'

const SERVICES_PATH = '/admin/products?tab=services'

/** Creates or changes a service ([FRM-1], [FRM-8] to [FRM-10]). */
export function ServiceForm() {
  const id = useEditedItemId()
  const navigate = useNavigate()
  const returnTo = getReturnPath(useLocation()) ?? SERVICES_PATH
  const { data, isPending, error } = useQuery({
    ...itemQuery('service', id ?? ''),
    enabled: id !== undefined,
  })
  useEffect(() => {
    if (!error) return
    showErrorToast(`Failed to load service: ${getErrorMessage(error)}`)
    void navigate(returnTo, { replace: true })
  }, [error, navigate, returnTo])
  return (
    <>
      <BackLink to={returnTo}>{returnTo === SERVICES_PATH ? 'Products' : 'All items'}</BackLink>
      <ItemHeader title={`${id ? 'Edit' : 'Add'} Service`} item={data} returnTo={returnTo} />
      {id && isPending && <Spinner label="Loading..." />}
      {(data || !id) && (
        <RequirePermission permission="catalogue.edit" fallback={<ReadOnlyNotice />}>
          <Form key={data?.id ?? 'new'} item={data} />
        </RequirePermission>
      )}
    </>
  )
}

/** The pictures could not be uploaded; the message is the specified one ([FRM-9]). */
class UploadError extends Error {}

function Form({ item }: { item: Item | undefined }) {
  const navigate = useNavigate()
  const returnPath = getReturnPath(useLocation())
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
      // A second attempt after a failure does not upload the pictures again.
      form.change({ pictures: value.pictures.map(({ id }, index) => ({ id, address: images[index] ?? '' })) })
      await saveService(value, images, stored)
    },
    onSaved: () => {
      showToast({ title: 'Success', description: `Service ${item ? 'updated' : 'added'} successfully!` })
      navigate(returnPath ?? '/admin/products')
    },
    onFailed: (error) => {
      const saveError = `Failed to ${item ? 'update' : 'add'} service: ${error.message}`
      showErrorToast(error instanceof UploadError ? error.message : saveError)
    },
  })
  const submit = () => {
    const duplicateName = findDuplicateName(form.value)
    const incompleteRow = findIncompleteRow(form.value)
    if (duplicateName) showErrorToast(`The specification name '${duplicateName}' is used twice.`)
    else if (incompleteRow)
      showErrorToast(`Specification ${incompleteRow} needs a name and a value. Complete or remove it.`)
    else save.send()
  }
  return (
    <>
      <FormShell
        form={form}
        submitText={`${item ? 'Update' : 'Add'} Service`}
        cancelTo={returnPath ?? SERVICES_PATH}
        saving={save.isPending}
        advice={save.advice}
        onSubmit={submit}
      >
        <NameAndDescription form={form} />
        <Pictures
          form={form}
          uploadProgress={save.uploadProgress}
          onLimitExceeded={() => showErrorToast(MESSAGES.sixServiceImages, 'Limit Exceeded')}
        />
        <Specifications form={form} kind="service" />
        <Visibility form={form} />
      </FormShell>
      {save.conflict}
    </>
  )
}
