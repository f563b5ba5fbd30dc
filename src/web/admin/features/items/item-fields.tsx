import { useQuery } from '@tanstack/react-query'
import type { Kind } from '#contracts/item.ts'
import { LIMITS } from '#contracts/limits.ts'
import { Panel } from '#web/ui/panel.tsx'
import { CheckboxField, TextArea, TextField } from '../../../ui/field.tsx'
import { getMinRows, type ItemFormValues } from './item-form-values.ts'
import { PicturesField } from './pictures-field.tsx'
import { specificationNamesQuery } from './queries.ts'
import { SpecificationRows } from './specification-rows.tsx'
import type { ItemFormState } from './use-item-form.ts'

/** A text field's value and change, by its name. */
function createTextFieldProps({ value, change }: ItemFormState) {
  return (name: 'name' | 'description' | 'category' | 'brand' | 'price' | 'originalPrice' | 'features') => ({
    value: value[name],
    onChange: (event: { target: { value: string } }) =>
      change({ [name]: event.target.value } as Partial<ItemFormValues>),
  })
}

export function NameAndDescription({ form }: { form: ItemFormState }) {
  const textFieldProps = createTextFieldProps(form)
  return (
    <Panel>
      <div className="grid gap-4">
        <TextField
          label="Name"
          required
          autoFocus={form.revision === 0}
          maxLength={LIMITS.nameLength}
          {...textFieldProps('name')}
        />
        <TextArea
          label="Description"
          required
          maxLength={LIMITS.descriptionLength}
          hint="The first two lines, about 100 characters, show on cards."
          {...textFieldProps('description')}
        />
      </div>
    </Panel>
  )
}

interface PicturesProps {
  form: ItemFormState
  uploadProgress: ReadonlyMap<string, number> | undefined
  onLimitExceeded: () => void
}

export function Pictures({ form, ...rest }: PicturesProps) {
  return (
    <Panel title="Images" note="The first one is the cover. JPEG, PNG, WebP, AVIF or GIF, up to 15 MB.">
      <PicturesField
        pictures={form.value.pictures}
        onChange={(change) => form.change(({ pictures }) => ({ pictures: change(pictures) }))}
        {...rest}
      />
    </Panel>
  )
}

export function Specifications({ form, kind }: { form: ItemFormState; kind: Kind }) {
  const { data: names = [] } = useQuery(specificationNamesQuery(kind))
  const note =
    kind === 'service'
      ? 'Optional. Only rows with both name and value are kept. Two columns from Excel can be pasted.'
      : 'At least 2. The first three show on cards. Two columns from Excel can be pasted.'
  return (
    <Panel title="Specifications" note={note}>
      <SpecificationRows
        rows={form.value.rows}
        onChange={(change) => form.change(({ rows }) => ({ rows: change(rows) }))}
        required={getMinRows(kind)}
        names={names}
      />
    </Panel>
  )
}

export function Visibility({ form: { value, change } }: { form: ItemFormState }) {
  return (
    <Panel>
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
    </Panel>
  )
}

/** What a machine or part may have beyond the specified fields (decision 10 of the specification's folder). */
export function PriceAndDetails({ form, kind }: { form: ItemFormState; kind: Kind }) {
  const textFieldProps = createTextFieldProps(form)
  const hint =
    kind === 'machine' ? "Only 'machine' is listed in the catalogue and under Products." : undefined
  return (
    <Panel title="Price and details" note="Optional">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Price, ₹" inputMode="decimal" {...textFieldProps('price')} />
        <TextField label="Original price, ₹" inputMode="decimal" {...textFieldProps('originalPrice')} />
        <TextField
          label="Category"
          hint={hint}
          maxLength={LIMITS.categoryLength}
          {...textFieldProps('category')}
        />
        <TextField label="Brand" maxLength={LIMITS.brandLength} {...textFieldProps('brand')} />
        <TextArea
          label="Key features, one a line"
          className="sm:col-span-2"
          {...textFieldProps('features')}
        />
      </div>
    </Panel>
  )
}
