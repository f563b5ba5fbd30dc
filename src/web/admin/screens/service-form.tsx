import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Specifications } from '#contracts/item.ts'
import { completeSpecifications, type Item } from '#contracts/item-reader.ts'
import { LIMITS, MESSAGES } from '#contracts/limits.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { reasonOf, send } from '../../lib/api.ts'
import { showToast } from '../../lib/toast.ts'
import { useSend } from '../../lib/use-send.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CheckboxField, TextArea, TextField } from '../../ui/field.tsx'
import { Plate } from '../../ui/plate.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { BackLink, ScreenHead } from '../features/frame/screen-head.tsx'
import { type FormImages, ImagesField } from '../features/items/images-field.tsx'
import { useEditedId } from '../features/items/item-form.tsx'
import { oneItemQuery } from '../features/items/queries.ts'
import { nameUsedTwice, SpecificationRows } from '../features/items/specification-rows.tsx'
import { staffApi } from '../features/session/session.ts'

const AFTER = '/admin/products?tab=services'
const { path } = RESOURCES.service

/** Creates a service or changes one (rows FRM-1, FRM-8 to FRM-10). */
export default function ServiceForm() {
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
      <BackLink to={AFTER}>Products</BackLink>
      <ScreenHead title={`${id ? 'Edit' : 'Add'} Service`} />
      {id && isPending && <Spinner label="Loading..." />}
      {(data || !id) && <Fields key={data?.id} service={data} />}
    </>
  )
}

function Fields({ service }: { service: Item | undefined }) {
  const navigate = useNavigate()
  const [name, setName] = useState(service?.name ?? '')
  const [description, setDescription] = useState(service?.description ?? '')
  const [rows, setRows] = useState<Specifications>(service?.specifications ?? [])
  const [images, setImages] = useState<FormImages>({ existing: service?.images ?? [], added: [] })
  const [featured, setFeatured] = useState(service?.featured ?? false)
  const save = useSend({
    mutationFn: async () => {
      const addresses = [...images.existing, ...(await upload(images.added))]
      const specification = Object.fromEntries(completeSpecifications(rows))
      const body = { name, description, specification, images: addresses, featured }
      const reason = (error: Error) =>
        new Error(`Failed to ${service ? 'update' : 'add'} service: ${error.message}`)
      const call = service
        ? send(staffApi, 'PUT', `${path}/${service.id}/full`, body)
        : send(staffApi, 'POST', path, body)
      await call.catch((error) => Promise.reject(reason(error)))
    },
    onSuccess: () => {
      showToast({ title: 'Success', description: `Service ${service ? 'updated' : 'added'} successfully!` })
      navigate('/admin/products')
    },
    onError: (error) => showFailure('Error', error.message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const twice = nameUsedTwice(rows)
    if (twice) showFailure('Error', `The specification name '${twice}' is used twice.`)
    else save.send()
  }
  return (
    <form onSubmit={submit} className="grid max-w-224 gap-4">
      <Plate>
        <div className="grid gap-4">
          <TextField
            label="Name"
            required
            maxLength={LIMITS.nameLength}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <TextArea
            label="Description"
            required
            maxLength={LIMITS.descriptionLength}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </div>
      </Plate>
      <Plate title="Images">
        <ImagesField
          images={images}
          onChange={setImages}
          onTooMany={() => showFailure('Limit Exceeded', MESSAGES.sixServiceImages)}
        />
      </Plate>
      <Plate title="Specifications" note="Optional. Only rows with both name and value are kept.">
        <SpecificationRows rows={rows} onChange={setRows} required={0} />
      </Plate>
      <Plate>
        <CheckboxField
          label="Featured on the landing page"
          checked={featured}
          onChange={(event) => setFeatured(event.target.checked)}
        />
      </Plate>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : `${service ? 'Update' : 'Add'} Service`}
        </Button>
        <Link to={AFTER} className={buttonClass('outline')}>
          Cancel
        </Link>
      </div>
    </form>
  )
}

/** The addresses of the stored pictures. Throws the specified sentence, which ends the save (row FRM-9). */
async function upload(files: File[]): Promise<string[]> {
  if (files.length === 0) return []
  const form = new FormData()
  for (const file of files) form.append('images', file)
  try {
    const reply = (await send(staffApi, 'POST', '/api/upload-images', form)) as { imageUrls: string[] }
    return reply.imageUrls
  } catch (error) {
    throw new Error(`Image upload failed: ${(error as Error).message}`)
  }
}

const showFailure = (title: string, description: string) =>
  showToast({ variant: 'destructive', title, description })
