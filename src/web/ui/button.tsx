import type { ButtonHTMLAttributes, Ref } from 'react'

/** Every variant and size there is, in the order of row CLI-6. */
export const BUTTON_VARIANTS = ['default', 'destructive', 'outline', 'secondary', 'ghost', 'link'] as const
export const BUTTON_SIZES = ['default', 'sm', 'lg', 'icon'] as const
export type ButtonVariant = (typeof BUTTON_VARIANTS)[number]
export type ButtonSize = (typeof BUTTON_SIZES)[number]

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-md border-[1.5px] text-center font-head font-semibold leading-[1.1] tracking-label whitespace-nowrap transition-[background-color,border-color,color,translate] duration-(--duration-hover) active:translate-y-px disabled:cursor-not-allowed disabled:border-transparent disabled:text-muted disabled:active:translate-y-0'

/** Whatever has a ground loses its colour when it cannot be chosen. */
const GROUND = 'disabled:bg-surface-sunken'

const VARIANTS: Record<ButtonVariant, string> = {
  default: `border-transparent bg-accent text-on-accent hover:bg-accent-strong ${GROUND}`,
  secondary: `border-transparent bg-marine text-on-dark hover:bg-link ${GROUND}`,
  outline: `border-line-strong text-ink hover:border-ink hover:bg-surface-grey in-[.on-dark]:border-white/60 in-[.on-dark]:text-on-dark in-[.on-dark]:hover:bg-white/12 ${GROUND}`,
  ghost:
    'border-transparent text-ink hover:bg-surface-sunken disabled:bg-transparent in-[.on-dark]:text-on-dark in-[.on-dark]:disabled:text-on-dark-muted in-[.on-dark]:hover:bg-white/14',
  link: 'border-transparent px-0! text-link underline decoration-1 underline-offset-4 hover:decoration-2 disabled:decoration-1',
  destructive: `border-transparent bg-danger text-on-dark hover:bg-ink ${GROUND}`,
}

const SIZES: Record<ButtonSize, string> = {
  default: 'min-h-(--size-control) px-[1.125rem] text-[1.0625rem]',
  sm: 'min-h-(--size-control-sm) px-3.5 text-base',
  lg: 'min-h-(--size-control-lg) px-6 text-[1.1875rem]',
  icon: 'size-(--size-control) p-0',
}

/** The look of a button, for links that act as one (row CLI-6). */
export function buttonClass(
  variant: ButtonVariant = 'default',
  size: ButtonSize = 'default',
  extra = '',
): string {
  return `${BASE} ${VARIANTS[variant]} ${SIZES[size]} ${extra}`
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>
  variant?: ButtonVariant
  size?: ButtonSize
}

/** A button that sends nothing unless told to. */
export function Button({ variant, size, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(variant, size, className)} {...rest} />
}

/** A sign alone: its label is read out, and shown to those who wait over it (row CLI-5). */
export function IconButton({ label, ...rest }: Omit<ButtonProps, 'size' | 'aria-label'> & { label: string }) {
  return <Button size="icon" aria-label={label} data-tooltip={label} {...rest} />
}
