import { type ComponentProps, type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { t } from '#messages/messages.ts'

/** The classes of a field: 'md' in forms, 'sm' in tables and beside small buttons, 'xs' on cards. */
export const FIELD_CLASSES = {
  md: 'field',
  sm: 'field min-h-(--size-control-sm) px-2 py-1',
  xs: 'field min-h-6 px-1 py-0 text-sm max-lg:min-h-(--size-control-sm)',
}

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: ReactNode
  className?: string
}

export const TextField = createField('input', FIELD_CLASSES.md)
export const TextArea = createField('textarea', `${FIELD_CLASSES.md} min-h-32 resize-y`)
export const Select = createField('select', FIELD_CLASSES.md)

/** What is wrong with a field, and how it is filled in. `id`: that of the description of the field. */
export const FieldNote = ({ id, error, hint }: Pick<FieldProps, 'error' | 'hint'> & { id: string }) =>
  (error ?? hint) && (
    <div id={id} className="grid gap-0.5 text-sm">
      {error && <p className="text-danger">{error}</p>}
      {hint && <p className="text-muted">{hint}</p>}
    </div>
  )

/** Returns a field with its label above, and its error and its hint below. */
function createField<Tag extends 'input' | 'textarea' | 'select'>(tag: Tag, controlClass: string) {
  // The type of the props of a variable tag is too complex for the compiler.
  const Control = tag as 'input'
  return ({ label, hint, error, className = '', ...rest }: FieldProps & ComponentProps<Tag>) => {
    const ownId = useId()
    const id = rest.id ?? ownId
    return (
      <div className={`grid content-start gap-1.5 ${className}`}>
        <label htmlFor={id} className="font-head font-medium text-label tracking-label">
          {label}
        </label>
        <Control
          id={id}
          className={controlClass}
          aria-describedby={(error ?? hint) ? `${id}-note` : undefined}
          aria-invalid={error ? true : undefined}
          {...(rest as ComponentProps<'input'>)}
        />
        <FieldNote id={`${id}-note`} error={error} hint={hint} />
      </div>
    )
  }
}

/** A check box. */
export function Checkbox({ className = '', ...rest }: ComponentProps<'input'>) {
  return <input type="checkbox" className={`size-6 flex-none accent-marine ${className}`} {...rest} />
}

export function CheckboxField({ label, ...rest }: { label: string } & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex items-center gap-3">
      <Checkbox id={id} {...rest} />
      {label}
    </label>
  )
}

/** An invisible field: a request that has it filled in comes from a bot. */
export function HoneypotField() {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        {t('Leave this empty')}
        <input name="homepage" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
