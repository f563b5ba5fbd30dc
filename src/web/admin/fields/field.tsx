import { lazy, type ReactNode, Suspense, useId } from 'react'
import { getIn, joinPath, type SiteField } from '#contracts/fields/fields.ts'
import { Select, TextArea, TextField } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { FileFieldView } from './file-field.tsx'
import { HotspotFieldView } from './hotspot-field.tsx'
import { ItemsFieldView } from './items-field.tsx'
import { LinkTargets } from './link-targets.tsx'
import { ListFieldView } from './list-field.tsx'
import { PictureFieldView } from './picture-field.tsx'
import { useAutomaticNumbers, useContent, useContentField } from './use-content-field.ts'

/** The editor of texts has its own chunk, so that forms without one do not load it. */
const RichTextFieldView = lazy(() => import('./rich-text-field.tsx'))

type FieldKind = SiteField['kind']
type FieldOf<K extends FieldKind> = Extract<SiteField, { kind: K }>
interface FieldProps<K extends FieldKind> {
  field: FieldOf<K>
  /** The path of the list entry that contains the field; '' outside of lists. */
  base: string
}

const INPUT_TYPES = {
  text: 'text',
  email: 'email',
  phone: 'tel',
  digits: 'tel',
  link: 'text',
  page: 'text',
  'list-address': 'text',
  names: 'text',
  day: 'date',
} as const

const AUTOMATIC_HINT = 'Not used while the number is automatic.'

/** Whether the choice at `source`, beside the field, replaces its value by an automatic number. */
function useIsAutomatic(source: string | undefined, base: string): boolean {
  const content = useContent()
  const value = source === undefined ? undefined : getIn(content, joinPath(base, source))
  return value !== undefined && value !== 'typed'
}

/** One field, rendered by its kind. */
function FieldView({ field, base }: { field: SiteField; base: string }): ReactNode {
  switch (field.kind) {
    case 'group':
      return <FieldGroup field={field} base={base} />
    case 'list':
      return (
        <ListFieldView
          field={field}
          path={joinPath(base, field.path)}
          renderFields={(fields, entryPath) => <Fields fields={fields} base={entryPath} />}
        />
      )
    case 'rich-text':
      return (
        <Suspense fallback={<Spinner label="Loading..." />}>
          <RichTextFieldView field={field} path={joinPath(base, field.path)} />
        </Suspense>
      )
    case 'items':
      return <ItemsFieldView field={field} path={joinPath(base, field.path)} />
    case 'picture':
      return <PictureFieldView field={field} path={joinPath(base, field.path)} />
    case 'file':
      return <FileFieldView field={field} path={joinPath(base, field.path)} />
    case 'hotspot':
      return <HotspotFieldView field={field} path={joinPath(base, field.path)} />
    case 'number':
      return <NumberInput field={field} base={base} />
    case 'choice':
      return <ChoiceInput field={field} base={base} />
    default:
      return <TextInput field={field} base={base} />
  }
}

/** The fields of a section or a list entry. */
export function Fields({ fields, base }: { fields: readonly SiteField[]; base: string }) {
  const content = useContent()
  const isShown = (field: SiteField) => {
    if (!('shownFor' in field) || !field.shownFor) return true
    const [path, value] = field.shownFor
    return getIn(content, joinPath(base, path)) === value
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
      {fields.filter(isShown).map((field) => (
        <FieldView key={`${field.kind} ${field.label}`} field={field} base={base} />
      ))}
    </div>
  )
}

function FieldGroup({ field, base }: FieldProps<'group'>) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-head font-semibold text-lg">{field.label}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {field.fields.map((child) => (
          <FieldView key={child.label} field={child} base={base} />
        ))}
      </div>
    </fieldset>
  )
}

function TextInput({ field, base }: FieldProps<'paragraph' | keyof typeof INPUT_TYPES>) {
  const path = joinPath(base, field.path)
  const { value, error, change, ref } = useContentField(path)
  const isAutomatic = useIsAutomatic(field.source, base)
  const targetsId = useId()
  const inputProps = {
    // The hint of a day says when it is needed.
    label: field.optional && field.kind !== 'day' ? `${field.label} (optional)` : field.label,
    hint: isAutomatic ? AUTOMATIC_HINT : field.hint,
    error,
    disabled: isAutomatic,
    value: typeof value === 'string' ? value : '',
    onChange: ({ target }: { target: { value: string } }) =>
      // The address bar, which such an address is copied from, has the origin as well.
      change(field.kind === 'list-address' ? target.value.replace(location.origin, '') : target.value),
  }
  if (field.kind === 'paragraph') return <TextArea ref={ref} {...inputProps} />
  return (
    <>
      <TextField
        ref={ref}
        type={INPUT_TYPES[field.kind]}
        autoComplete="off"
        list={field.suggestsPages && targetsId}
        {...inputProps}
      />
      {field.suggestsPages && <LinkTargets id={targetsId} />}
    </>
  )
}

function NumberInput({ field, base }: FieldProps<'number'>) {
  const path = joinPath(base, field.path)
  const { value, error, change, ref } = useContentField(path)
  const isAutomatic = useIsAutomatic(field.source, base)
  return (
    <TextField
      type="number"
      label={field.optional ? `${field.label} (optional)` : field.label}
      hint={isAutomatic ? AUTOMATIC_HINT : field.hint}
      disabled={isAutomatic}
      error={error}
      min={field.min}
      max={field.max}
      step={field.integer ? 1 : 'any'}
      value={typeof value === 'number' ? value : ''}
      onChange={({ target }) => change(target.value === '' ? null : Number(target.value))}
      ref={ref}
    />
  )
}

function ChoiceInput({ field, base }: FieldProps<'choice'>) {
  const path = joinPath(base, field.path)
  const { value, error, change, ref } = useContentField(path)
  const automatic = useAutomaticNumbers()
  const getLabel = (option: string, label: string) => {
    const number = field.isNumberSource && automatic[option]
    return number ? `${label}, ${number} now` : label
  }
  return (
    <Select
      label={field.label}
      hint={field.hint}
      error={error}
      value={String(value ?? field.options[0]?.[0])}
      onChange={({ target }) => change(target.value)}
      ref={ref}
    >
      {field.options.map(([option, label]) => (
        <option key={option} value={option}>
          {getLabel(option, label)}
        </option>
      ))}
    </Select>
  )
}
