import { type ComponentProps, type InputHTMLAttributes, type ReactNode, useId } from 'react'

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: ReactNode
  className?: string
}

export function TextField({ label, hint, error, className, ...rest }: FieldProps & ComponentProps<'input'>) {
  return (
    <FieldWrapper label={label} hint={hint} error={error} className={className}>
      {(ids) => <input className="field" {...ids} {...rest} />}
    </FieldWrapper>
  )
}

export function TextArea({
  label,
  hint,
  error,
  className,
  ...rest
}: FieldProps & ComponentProps<'textarea'>) {
  return (
    <FieldWrapper label={label} hint={hint} error={error} className={className}>
      {(ids) => <textarea className="field min-h-32 resize-y" {...ids} {...rest} />}
    </FieldWrapper>
  )
}

export function Select({ label, hint, error, className, ...rest }: FieldProps & ComponentProps<'select'>) {
  return (
    <FieldWrapper label={label} hint={hint} error={error} className={className}>
      {(ids) => <select className="field" {...ids} {...rest} />}
    </FieldWrapper>
  )
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
        Leave this empty
        <input name="homepage" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

interface ControlIds {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

function FieldWrapper(props: {
  label: string
  hint: ReactNode
  error: ReactNode
  className: string | undefined
  children: (ids: ControlIds) => ReactNode
}) {
  const id = useId()
  const message = props.error ?? props.hint
  return (
    <div className={`grid content-start gap-1.5 ${props.className ?? ''}`}>
      <label htmlFor={id} className="font-head font-medium text-label tracking-label">
        {props.label}
      </label>
      {props.children({
        id,
        'aria-describedby': message ? `${id}-note` : undefined,
        'aria-invalid': props.error ? true : undefined,
      })}
      {message && (
        <p id={`${id}-note`} className={`text-sm ${props.error ? 'text-danger' : 'text-muted'}`}>
          {message}
        </p>
      )}
    </div>
  )
}
