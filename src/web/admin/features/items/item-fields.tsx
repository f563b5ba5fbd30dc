import { useQuery } from '@tanstack/react-query'
import type { Kind } from '#contracts/item.ts'
import { LIMITS } from '#contracts/limits.ts'
import { CheckboxField, TextArea, TextField } from '../../../ui/field.tsx'
import { Plate } from '../../../ui/plate.tsx'
import { type FormValue, requiredRows } from './form-value.ts'
import { PicturesField } from './pictures-field.tsx'
import { specificationNamesQuery } from './queries.ts'
import { SpecificationRows } from './specification-rows.tsx'
import type { ItemFormState } from './use-item-form.ts'

/** A text field's value and change, by its name. */
function texts({ value, change }: ItemFormState) {
  return (name: 'name' | 'description' | 'category' | 'brand' | 'price' | 'originalPrice' | 'features') => ({
    value: value[name],
    onChange: (event: { target: { value: string } }) =>
      change({ [name]: event.target.value } as Partial<FormValue>),
  })
}

export function NameAndDescription({ form }: { form: ItemFormState }) {
  const text = texts(form)
  return (
    <Plate>
      <div className="grid gap-4">
        <TextField
          label="Name"
          required
          autoFocus={form.revision === 0}
          maxLength={LIMITS.nameLength}
          {...text('name')}
        />
        <TextArea
          label="Description"
          required
          maxLength={LIMITS.descriptionLength}
          hint="The first two lines, about 100 characters, show on cards."
          {...text('description')}
        />
      </div>
    </Plate>
  )
}

interface PicturesProps {
  form: ItemFormState
  sent: ReadonlyMap<string, number> | undefined
  onTooMany: () => void
}

export function Pictures({ form, ...rest }: PicturesProps) {
  return (
    <Plate title="Images" note="The first one is the cover. JPEG, PNG, WebP, AVIF or GIF, up to 15 MB.">
      <PicturesField
        pictures={form.value.pictures}
        onChange={(change) => form.change(({ pictures }) => ({ pictures: change(pictures) }))}
        {...rest}
      />
    </Plate>
  )
}

export function Specifications({ form, kind }: { form: ItemFormState; kind: Kind }) {
  const { data: names = [] } = useQuery(specificationNamesQuery(kind))
  const note =
    kind === 'service'
      ? 'Optional. Only rows with both name and value are kept. Two columns from Excel can be pasted.'
      : 'At least 2. The first three show on cards. Two columns from Excel can be pasted.'
  return (
    <Plate title="Specifications" note={note}>
      <SpecificationRows
        rows={form.value.rows}
        onChange={(change) => form.change(({ rows }) => ({ rows: change(rows) }))}
        required={requiredRows(kind)}
        names={names}
      />
    </Plate>
  )
}

export function Visibility({ form: { value, change } }: { form: ItemFormState }) {
  return (
    <Plate>
      <div className="grid gap-3">
        <CheckboxField
          label="Featured on the landing page"
          checked={value.featured}
          onChange={(event) => change({ featured: event.target.checked })}
        />
        <CheckboxField
          label="Draft: only staff see it until this is unticked"
          checked={value.draft}
          onChange={(event) => change({ draft: event.target.checked })}
        />
      </div>
    </Plate>
  )
}

/** What a machine or part may have beyond the specified fields (decision 10 of the specification's folder). */
export function PriceAndDetails({ form, kind }: { form: ItemFormState; kind: Kind }) {
  const text = texts(form)
  const hint =
    kind === 'machine' ? "Only 'machine' is listed in the catalogue and under Products." : undefined
  return (
    <Plate title="Price and details" note="Optional">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Price, ₹" inputMode="decimal" {...text('price')} />
        <TextField label="Original price, ₹" inputMode="decimal" {...text('originalPrice')} />
        <TextField label="Category" hint={hint} maxLength={LIMITS.categoryLength} {...text('category')} />
        <TextField label="Brand" maxLength={LIMITS.brandLength} {...text('brand')} />
        <TextArea label="Key features, one a line" className="sm:col-span-2" {...text('features')} />
      </div>
    </Plate>
  )
}
