import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Item } from '#contracts/item/parse-item.ts'
import { MESSAGES } from '#contracts/limits.ts'
import { RequirePermission } from '#web/admin/session/require-permission.tsx'
import { showErrorToast } from '#web/admin/shell/error-toast.ts'
import { BackLink } from '#web/admin/shell/page-header.tsx'
import { showToast } from '#web/lib/toast.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { DocumentsPanel } from '../documents/documents-panel.tsx'
import { saveService, uploadPictures } from '../item-api.ts'
import { ItemHeader, ReadOnlyNotice } from '../item-header.tsx'
import { itemQuery } from '../queries.ts'
import { Relations } from '../relations/relations.tsx'
import { SERVICES_STATE } from '../return-path.ts'
import { FormShell } from './form-shell.tsx'
import {
  CommercialDetails,
  NameAndDescription,
  Pictures,
  Specifications,
  Visibility,
} from './item-fields.tsx'
import { useEditedItemId } from './item-form.tsx'
import {
  findCommercialError,
  findDuplicateName,
  findIncompleteRow,
  toFormValues,
} from './item-form-values.ts'
import { type FormDestination, useFormDestination } from './use-form-destination.ts'
import { useItemForm } from './use-item-form.ts'
import { useItemSave } from './use-item-save.tsx'

/** Creates or changes a service ([FRM-1], [FRM-8] to [FRM-10]). */
export function ServiceForm() {
  const id = useEditedItemId()
  const navigate = useNavigate()
  const destination = useFormDestination('/admin/products', SERVICES_STATE)
  const { to, state } = destination
  const [addedCount, setAddedCount] = useState(0)
  const { data, isPending, error } = useQuery({
    ...itemQuery('service', id ?? ''),
    enabled: id !== undefined,
  })
  useEffect(() => {
    if (!error) return
    showErrorToast(`Failed to load service: ${error.message}`)
    void navigate(to, { state, replace: true })
  }, [error, navigate, to, state])
  return (
    <>
      <BackLink to={to} state={state}>
        {destination.label}
      </BackLink>
      <ItemHeader title={`${id ? 'Edit' : 'Add'} Service`} item={data} destination={destination} />
      {id && isPending && <Spinner label="Loading..." />}
      {(data || !id) && (
        <RequirePermission permission="catalogue.edit" fallback={<ReadOnlyNotice />}>
          <Form
            key={data?.id ?? `new ${addedCount}`}
            item={data}
            destination={destination}
            onAddAnother={() => setAddedCount(addedCount + 1)}
          />
        </RequirePermission>
      )}
    </>
  )
}

/** The pictures could not be uploaded; the message is the specified one ([FRM-9]). */
class UploadError extends Error {}

interface FormProps {
  item: Item | undefined
  destination: FormDestination
  /** Shows an empty form after the service was saved. */
  onAddAnother: () => void
}

function Form({ item, destination, onAddAnother }: FormProps) {
  const addsAnother = useRef(false)
  const form = useItemForm('service', item?.id, {
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
      form.change({
        pictures: value.pictures.map(({ id, caption = '' }, index) => ({
          id,
          caption,
          address: images[index] ?? '',
        })),
      })
      return saveService(value, images, stored)
    },
    onSaved: ({ id }) => {
      showToast({ title: 'Success', description: `Service ${item ? 'updated' : 'added'} successfully!` })
      if (addsAnother.current) onAddAnother()
      else destination.open(id)
    },
    onFailed: (error) => {
      const saveError = `Failed to ${item ? 'update' : 'add'} service: ${error.message}`
      showErrorToast(error instanceof UploadError ? error.message : saveError)
    },
  })
  const submit = (addAnother: boolean) => {
    addsAnother.current = addAnother
    const duplicateName = findDuplicateName(form.value)
    const incompleteRow = findIncompleteRow(form.value)
    const commercialError = findCommercialError(form.base, form.value)
    if (duplicateName) showErrorToast(`The specification name '${duplicateName}' is used twice.`)
    else if (incompleteRow)
      showErrorToast(`Specification ${incompleteRow} needs a name and a value. Complete or remove it.`)
    else if (commercialError) showErrorToast(commercialError)
    else save.send()
  }
  return (
    <>
      <FormShell
        form={form}
        submitText={`${item ? 'Update' : 'Add'} Service`}
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
          onLimitExceeded={() => showErrorToast(MESSAGES.sixServiceImages, 'Limit Exceeded')}
        />
        <Specifications form={form} kind="service" />
        <DocumentsPanel itemId={item?.id} />
        <Visibility form={form} />
        <CommercialDetails form={form} />
      </FormShell>
      {item && <Relations item={item} />}
      {save.conflict}
    </>
  )
}
