import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import { DEFAULT_CATEGORIES, type Kind } from '#contracts/kind.ts'
import { LIMITS, MAX_PICTURE_SIZE } from '#contracts/limits.ts'
import { Panel } from '#web/ui/panel.tsx'
import { CheckboxField, TextArea, TextField } from '../../../ui/field.tsx'
import { getMinRows, type TextFieldName } from './item-form-values.ts'
import { PicturesField } from './pictures-field.tsx'
import { categoriesQuery, specificationNamesQuery } from './queries.ts'
import { SpecificationRows } from './specification-rows.tsx'
import type { ItemFormState } from './use-item-form.ts'

/** The value and the change handler of each text field. */
function createTextFieldProps({ value, change }: ItemFormState) {
  return (name: TextFieldName) => ({
    value: value[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
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
          hint="Cards show the first two lines, about 100 characters."
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
    <Panel
      title="Images"
      note={`The first picture is the cover. JPEG, PNG, WebP, AVIF or GIF, up to ${MAX_PICTURE_SIZE}.`}
    >
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
      ? 'Optional. Each row needs a name and a value. You can paste two columns from Excel.'
      : 'At least 2. Cards show the first three. You can paste two columns from Excel.'
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
          label="Featured on the home page"
          checked={value.featured}
          onChange={(event) => change({ featured: event.target.checked })}
        />
        <CheckboxField
          label="Save as draft (hidden from website)"
          checked={value.draft}
          onChange={(event) => change({ draft: event.target.checked })}
        />
      </div>
    </Panel>
  )
}

interface DetailField extends ComponentProps<typeof TextField> {
  multiline?: true
}

/** The optional fields of machines and spare parts; keyed by the form's type, so that none can be omitted. */
const DETAIL_FIELDS: Record<Exclude<TextFieldName, 'name' | 'description'>, DetailField> = {
  price: { label: 'Price, ₹', inputMode: 'decimal' },
  originalPrice: { label: 'Original price, ₹', inputMode: 'decimal' },
  category: { label: 'Category', maxLength: LIMITS.categoryLength },
  brand: { label: 'Brand', maxLength: LIMITS.brandLength },
  features: { label: 'Key features, one per line', className: 'sm:col-span-2', multiline: true },
}

/**
 * What a machine or spare part may have beyond the specified fields (interpretation 10 of the specification). The category
 * of a machine is hidden: with any other than the default one, it would be neither in the catalogue nor in the lists.
 */
export function PriceAndDetails({ form, kind }: { form: ItemFormState; kind: Kind }) {
  const textFieldProps = createTextFieldProps(form)
  const names = Object.keys(DETAIL_FIELDS) as (keyof typeof DETAIL_FIELDS)[]
  const hasCategoryField = kind !== 'machine' || form.base.category !== DEFAULT_CATEGORIES.machine
  return (
    <Panel title="Price and details" note="Optional">
      <div className="grid gap-4 sm:grid-cols-2">
        {names.map((name) => {
          const { multiline, ...props } = { ...DETAIL_FIELDS[name], ...textFieldProps(name) }
          if (name === 'category')
            return hasCategoryField && <CategoryField key={name} kind={kind} {...props} />
          const Field = multiline ? TextArea : TextField
          return <Field key={name} {...(props as ComponentProps<typeof TextArea> & typeof props)} />
        })}
      </div>
    </Panel>
  )
}

/** A text field that suggests the categories in use. */
function CategoryField({ kind, ...props }: { kind: Kind } & ComponentProps<typeof TextField>) {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const listId = useId()
  const hint = `This machine is not listed in the catalogue. Enter '${DEFAULT_CATEGORIES.machine}' to list it.`
  return (
    <>
      <TextField {...props} list={listId} {...(kind === 'machine' && { hint })} />
      <datalist id={listId}>
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
    </>
  )
}
