import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import {
  COMMERCIAL_FIELD_NAMES,
  COMMERCIAL_FIELDS,
  type CommercialField,
  UNITS,
} from '#contracts/item/commercial-fields.ts'
import { DEFAULT_CATEGORIES, type Kind } from '#contracts/item/kind.ts'
import { LIMITS, MAX_PICTURE_SIZE } from '#contracts/limits.ts'
import { CheckboxField, Select, TextArea, TextField } from '#web/ui/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { specificationNamesQuery } from '../queries.ts'
import { SpecificationRows } from '../specifications/specification-rows.tsx'
import { TemplateHint } from '../specifications/template-hint.tsx'
import { CategoryField } from './category-field.tsx'
import { getCommercialError, getMinRows, type TextFieldName } from './item-form-values.ts'
import { PicturesField } from './pictures-field.tsx'
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
          autoFocus={form.revision === 0 || form.isCopy}
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
      <TemplateHint form={form} kind={kind} />
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
const DETAIL_FIELDS: Record<
  Exclude<TextFieldName, 'name' | 'description' | 'category' | CommercialField>,
  DetailField
> = {
  price: { label: 'Price, ₹', inputMode: 'decimal' },
  originalPrice: { label: 'Original price, ₹', inputMode: 'decimal' },
  brand: { label: 'Brand', maxLength: LIMITS.brandLength },
  features: { label: 'Key features, one per line', className: 'sm:col-span-2', multiline: true },
}

/** What a machine or spare part may have beyond the specified fields (interpretation 10 of the specification). */
export function PriceAndDetails({ form, kind }: { form: ItemFormState; kind: Kind }) {
  const textFieldProps = createTextFieldProps(form)
  const names = Object.keys(DETAIL_FIELDS) as (keyof typeof DETAIL_FIELDS)[]
  const category = (
    <CategoryField
      key="category"
      kind={kind}
      value={form.value.category}
      emptyChoice={{ value: kind === 'machine' ? DEFAULT_CATEGORIES.machine : '', label: 'No category' }}
      hint="Buyers can filter by it."
      returnsOnEnter
      onChange={(category) => form.change({ category })}
    />
  )
  return (
    <Panel title="Price and details" note="Optional">
      <div className="grid gap-4 sm:grid-cols-2">
        {names.map((name) => {
          const { multiline, ...props } = { ...DETAIL_FIELDS[name], ...textFieldProps(name) }
          const Field = multiline ? TextArea : TextField
          const field = <Field key={name} {...(props as ComponentProps<typeof TextArea> & typeof props)} />
          return name === 'brand' ? [category, field] : field
        })}
      </div>
    </Panel>
  )
}

/** What the input of a commercial field has beside its definition. */
const COMMERCIAL_INPUTS: { [Field in CommercialField]?: Partial<ComponentProps<typeof TextField>> } = {
  code: { label: 'Code (model or part number)' },
  hsn: { inputMode: 'numeric' },
  unit: { label: 'Unit of the price', list: 'units' },
}

/** The fields that price lists have. What is empty is not stated; the page of the item then shows the usual texts. */
export function CommercialDetails({ form }: { form: ItemFormState }) {
  const textFieldProps = createTextFieldProps(form)
  return (
    <Panel
      title="Commercial details"
      note="Optional. An item without availability and warranty is shown with 'In Stock' and '2 Year Warranty'."
    >
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {COMMERCIAL_FIELD_NAMES.map((field) => {
          const { label, countedIn, hint, choices, type, maxLength } = COMMERCIAL_FIELDS[field]
          const props = textFieldProps(field)
          if (choices) return <ChoiceField key={field} label={label} choices={choices} {...props} />
          const { base, value } = form
          const error = value[field] === base[field] ? undefined : getCommercialError(field, value[field])
          return (
            <TextField
              key={field}
              label={countedIn ? `${label}, ${countedIn}` : label}
              hint={hint}
              inputMode={type === 'integer' ? 'numeric' : undefined}
              maxLength={maxLength}
              error={error}
              autoComplete="off"
              {...COMMERCIAL_INPUTS[field]}
              {...props}
            />
          )
        })}
      </div>
      <datalist id="units">
        {UNITS.map((unit) => (
          <option key={unit} value={unit} />
        ))}
      </datalist>
    </Panel>
  )
}

interface ChoiceFieldProps {
  label: string
  value: string
  choices: Record<string, string>
  onChange: (event: { target: { value: string } }) => void
}

/** A choice or 'Not stated'. A stored value that can no longer be chosen is offered as well. */
function ChoiceField({ choices, value, ...props }: ChoiceFieldProps) {
  const offered = value === '' || value in choices ? choices : { ...choices, [value]: value }
  return (
    <Select value={value} {...props}>
      <option value="">Not stated</option>
      {Object.entries(offered).map(([key, label]) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </Select>
  )
}
