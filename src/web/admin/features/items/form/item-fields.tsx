import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { COMMERCIAL_FIELDS, UNITS } from '#contracts/item/commercial-fields.ts'
import {
  COMMERCIAL_FIELD_NAMES,
  COMMERCIAL_TYPES,
  type CommercialField,
} from '#contracts/item/commercial-types.ts'
import { DEFAULT_CATEGORIES, type Kind } from '#contracts/item/kind.ts'
import { LIMITS, MAX_PICTURE_SIZE } from '#contracts/limits.ts'
import {
  EditedCheckbox,
  EditedSelect,
  EditedTextArea,
  EditedTextField,
  useField,
} from '#web/admin/editing/document-context.tsx'
import type { TextField } from '#web/ui/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { specificationNamesQuery } from '../queries.ts'
import { SpecificationRows } from '../specifications/specification-rows.tsx'
import { TemplateHint } from '../specifications/template-hint.tsx'
import { CategoryField } from './category-field.tsx'
import {
  type FormPicture,
  getMinRows,
  type SpecificationRow,
  type TextFieldName,
} from './item-form-values.ts'
import { PicturesField } from './pictures-field.tsx'
import type { ItemFormState } from './use-item-form.ts'

export function NameAndDescription({ form }: { form: ItemFormState }) {
  return (
    <Panel>
      <div className="grid gap-4">
        <EditedTextField
          path="name"
          label="Name"
          required
          autoFocus={form.id === undefined || form.isCopy}
          maxLength={LIMITS.nameLength}
        />
        <EditedTextArea
          path="description"
          label="Description"
          required
          maxLength={LIMITS.descriptionLength}
          hint="Cards show the first two lines, about 100 characters."
        />
      </div>
    </Panel>
  )
}

export function Pictures({ form, onLimitExceeded }: { form: ItemFormState; onLimitExceeded: () => void }) {
  const { value, change } = useField<FormPicture[]>('pictures')
  return (
    <Panel
      title="Images"
      note={`The first picture is the cover. JPEG, PNG, WebP, AVIF or GIF, up to ${MAX_PICTURE_SIZE}.`}
    >
      <PicturesField
        pictures={value}
        onChange={change}
        uploadProgress={form.uploadProgress}
        onLimitExceeded={onLimitExceeded}
      />
    </Panel>
  )
}

export function Specifications({ form }: { form: ItemFormState }) {
  const { kind } = form
  const { value, change } = useField<SpecificationRow[]>('rows')
  const { data: names = [] } = useQuery(specificationNamesQuery(kind))
  const note =
    kind === 'service'
      ? 'Optional. Each row needs a name and a value. You can paste two columns from Excel.'
      : 'At least 2. Cards show the first three. You can paste two columns from Excel.'
  return (
    <Panel title="Specifications" note={note}>
      <SpecificationRows rows={value} onChange={change} required={getMinRows(kind)} names={names} />
      <TemplateHint form={form} />
    </Panel>
  )
}

export function Visibility() {
  return (
    <Panel>
      <div className="grid gap-3">
        <EditedCheckbox path="featured" label="Featured on the home page" />
        <EditedCheckbox path="draft" label="Save as draft (hidden from website)" />
      </div>
    </Panel>
  )
}

/** The optional fields of machines and spare parts; keyed by the form's type, so that none can be omitted. */
const DETAIL_FIELDS = {
  price: { label: 'Price, ₹', inputMode: 'decimal' },
  originalPrice: { label: 'Original price, ₹', inputMode: 'decimal' },
  brand: { label: 'Brand', maxLength: LIMITS.brandLength },
  features: { label: 'Key features, one per line', className: 'sm:col-span-2' },
} as const satisfies Record<
  Exclude<TextFieldName, 'name' | 'description' | 'category' | CommercialField>,
  { label: string; inputMode?: 'decimal'; maxLength?: number; className?: string }
>

/** What a machine or spare part may have beyond the specified fields (interpretation 10 of the specification). */
export function PriceAndDetails({ kind }: { kind: Kind }) {
  const category = useField('category')
  const { brand, features, ...prices } = DETAIL_FIELDS
  return (
    <Panel title="Price and details" note="Optional">
      <div className="grid gap-4 sm:grid-cols-2">
        {Object.entries(prices).map(([path, props]) => (
          <EditedTextField key={path} path={path} {...props} />
        ))}
        <CategoryField
          kind={kind}
          value={category.value}
          emptyChoice={{ value: kind === 'machine' ? DEFAULT_CATEGORIES.machine : '', label: 'No category' }}
          hint="Buyers can filter by it."
          returnsOnEnter
          onChange={category.change}
        />
        <EditedTextField path="brand" {...brand} />
        <EditedTextArea path="features" {...features} />
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
export function CommercialDetails() {
  return (
    <Panel
      title="Commercial details"
      note="Optional. An item without availability and warranty is shown with 'In Stock' and '2 Year Warranty'."
    >
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {COMMERCIAL_FIELD_NAMES.map((field) => {
          const { label, countedIn, hint, choices, maxLength } = COMMERCIAL_FIELDS[field]
          if (choices) return <ChoiceField key={field} path={field} label={label} choices={choices} />
          return (
            <EditedTextField
              key={field}
              path={field}
              label={countedIn ? `${label}, ${countedIn}` : label}
              hint={hint}
              inputMode={COMMERCIAL_TYPES[field] === 'integer' ? 'numeric' : undefined}
              maxLength={maxLength}
              isCheckedAtOnce
              {...COMMERCIAL_INPUTS[field]}
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

/** A field with fixed choices. A stored value that is none of them is offered, too. */
function ChoiceField({
  path,
  label,
  choices,
}: {
  path: CommercialField
  label: string
  choices: Record<string, string>
}) {
  const { value } = useField(path)
  const offered = value === '' || value in choices ? choices : { ...choices, [value]: value }
  return (
    <EditedSelect path={path} label={label}>
      <option value="">Not stated</option>
      {Object.entries(offered).map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </EditedSelect>
  )
}
