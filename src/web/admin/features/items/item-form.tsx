import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Specifications } from '#contracts/item.ts'
import { completeSpecifications, type Item } from '#contracts/item-reader.ts'
import { LIMITS, MESSAGES } from '#contracts/limits.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { send, statusOf } from '../../../lib/api.ts'
import { useSend } from '../../../lib/use-send.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { CheckboxField, TextArea, TextField } from '../../../ui/field.tsx'
import { Plate } from '../../../ui/plate.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useAlert } from '../frame/alert.tsx'
import { BackLink, ScreenHead } from '../frame/screen-head.tsx'
import { staffApi } from '../session/session.ts'
import { type FormImages, ImagesField } from './images-field.tsx'
import { oneItemQuery } from './queries.ts'
import { emptyRows, nameUsedTwice, SpecificationRows } from './specification-rows.tsx'

/** What tells the machine form from the spare part form. */
export interface ItemFormConfig {
  kind: 'machine' | 'spare'
  /** In titles and in the sentence of success. */
  title: 'Machine' | 'Spare Part'
  /** Where a saved item leads (row FRM-7). */
  after: string
  /** The address that takes the whole item. */
  updatePath: (id: string) => string
}

export const MACHINE_FORM: ItemFormConfig = {
  kind: 'machine',
  title: 'Machine',
  after: '/admin/products',
  updatePath: (id) => `${RESOURCES.machine.path}/${id}`,
}
export const SPARE_PART_FORM: ItemFormConfig = {
  kind: 'spare',
  title: 'Spare Part',
  after: '/admin/spare-parts',
  updatePath: (id) => `${RESOURCES.spare.path}/${id}/full`,
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
  const title = `${id ? 'Edit' : 'Add'} ${config.title}`
  return (
    <>
      <BackLink to={config.after}>Products</BackLink>
      <ScreenHead title={title} />
      {id && isPending && <Spinner label="Loading..." />}
      {(data || !id) && <Fields key={data?.id} config={config} item={data} />}
    </>
  )
}

interface TextFields {
  name: string
  description: string
  category: string
  brand: string
  price: string
  originalPrice: string
  features: string
}

function Fields({ config, item }: { config: ItemFormConfig; item: Item | undefined }) {
  const alert = useAlert()
  const navigate = useNavigate()
  const { register, handleSubmit } = useForm<TextFields>({ defaultValues: textFields(config, item) })
  const [rows, setRows] = useState<Specifications>(item ? atLeastTwo(item.specifications) : emptyRows)
  const [images, setImages] = useState<FormImages>({ existing: item?.images ?? [], added: [] })
  const [featured, setFeatured] = useState(item?.featured ?? false)
  const noun = config.title.toLowerCase()
  const save = useSend({
    mutationFn: (form: FormData) =>
      item
        ? send(staffApi, 'PUT', config.updatePath(item.id), form)
        : send(staffApi, 'POST', RESOURCES[config.kind].path, form),
    onSuccess: async () => {
      await alert(`${config.title} ${item ? 'updated' : 'added'} successfully!`)
      navigate(config.after)
    },
    onError: (error) => {
      const answered = statusOf(error) !== undefined
      const doing = item ? 'updating' : 'adding'
      void alert(
        answered
          ? `Error ${doing} ${noun}: ${error.message}`
          : `Failed to ${item ? 'update' : 'add'} ${noun}.`,
      )
    },
  })
  const submit = (texts: TextFields) => {
    const specifications = completeSpecifications(rows)
    if (specifications.length < LIMITS.minSpecifications) return void alert(MESSAGES.twoSpecifications)
    const twice = nameUsedTwice(rows)
    if (twice) return void alert(`The specification name '${twice}' is used twice.`)
    const before = textFields(config, item)
    save.send(formData(texts, before, { specifications, images, featured, item }))
  }
  return (
    <form onSubmit={(event: FormEvent) => void handleSubmit(submit)(event)} className="grid max-w-224 gap-4">
      <Plate>
        <div className="grid gap-4">
          <TextField label="Name" required maxLength={LIMITS.nameLength} {...register('name')} />
          <TextArea
            label="Description"
            required
            maxLength={LIMITS.descriptionLength}
            hint="The first two lines, about 100 characters, show on cards."
            {...register('description')}
          />
        </div>
      </Plate>
      <Plate title="Images" note="The first one is the cover.">
        <ImagesField images={images} onChange={setImages} onTooMany={() => void alert(MESSAGES.sixImages)} />
      </Plate>
      <Plate title="Specifications" note="At least 2. The first three show on cards.">
        <SpecificationRows rows={rows} onChange={setRows} required={LIMITS.minSpecifications} />
      </Plate>
      <Plate>
        <CheckboxField
          label="Featured on the landing page"
          checked={featured}
          onChange={(event) => setFeatured(event.target.checked)}
        />
      </Plate>
      <Plate title="Price and details" note="Optional">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Price, ₹" inputMode="decimal" {...register('price')} />
          <TextField label="Original price, ₹" inputMode="decimal" {...register('originalPrice')} />
          <TextField
            label="Category"
            hint={
              config.kind === 'machine'
                ? "Only 'machine' is listed in the catalogue and under Products."
                : undefined
            }
            maxLength={LIMITS.categoryLength}
            {...register('category')}
          />
          <TextField label="Brand" maxLength={LIMITS.brandLength} {...register('brand')} />
          <TextArea label="Key features, one a line" className="sm:col-span-2" {...register('features')} />
        </div>
      </Plate>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : `${item ? 'Update' : 'Add'} ${config.title}`}
        </Button>
        <Link to={config.after} className={buttonClass('outline')}>
          Cancel
        </Link>
      </div>
    </form>
  )
}

function textFields({ kind }: ItemFormConfig, item: Item | undefined): TextFields {
  return {
    name: item?.name ?? '',
    description: item?.description ?? '',
    category: item?.category ?? (kind === 'machine' ? 'machine' : ''),
    brand: item?.brand ?? '',
    price: item?.price?.toString() ?? '',
    originalPrice: item?.originalPrice?.toString() ?? '',
    features: item?.features.join('\n') ?? '',
  }
}

function atLeastTwo(pairs: Specifications): Specifications {
  const missing = Math.max(0, LIMITS.minSpecifications - pairs.length)
  return [...pairs, ...emptyRows().slice(0, missing)]
}

/**
 * The multipart request of row API-4: the specified fields always, the optional ones when they were changed, so that a
 * colleague's price is not undone by somebody who only corrects a word.
 */
function formData(
  texts: TextFields,
  before: TextFields,
  { specifications, images, featured, item }: FormRest,
): FormData {
  const { name, description, category, features, ...others } = texts
  const form = new FormData()
  form.append('name', name)
  form.append('description', description)
  form.append('category', category)
  form.append('specifications', JSON.stringify(Object.fromEntries(specifications)))
  form.append('featured', String(featured))
  for (const [field, text] of Object.entries(others)) {
    if (text !== before[field as keyof TextFields]) form.append(field, text)
  }
  if (features !== before.features) {
    const lines = features.split('\n').map((line) => line.trim())
    form.append('features', JSON.stringify(lines.filter(Boolean)))
  }
  if (item && images.existing.length < item.images.length) {
    form.append('existingImages', JSON.stringify(images.existing))
  }
  for (const file of images.added) form.append('images', file)
  return form
}

interface FormRest {
  specifications: Specifications
  images: FormImages
  featured: boolean
  item: Item | undefined
}
