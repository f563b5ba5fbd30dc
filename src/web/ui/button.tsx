import type { ButtonHTMLAttributes, Ref } from 'react'

/** Every variant and size there is, in the order of row CLI-6. */
export const BUTTON_VARIANTS = ['default', 'destructive', 'outline', 'secondary', 'ghost', 'link'] as const
export const BUTTON_SIZES = ['default', 'sm', 'lg', 'icon'] as const
export type ButtonVariant = (typeof BUTTON_VARIANTS)[number]
export type ButtonSize = (typeof BUTTON_SIZES)[number]

/** The look of a button, for links that act as one (row CLI-6); styles/controls.css draws it. */
export function buttonClass(
  variant: ButtonVariant = 'default',
  size: ButtonSize = 'default',
  extra = '',
): string {
  return `button button-${variant} ${SIZES[size]}${extra}`
}

const SIZES: Record<ButtonSize, string> = {
  default: '',
  sm: 'button-sm ',
  lg: 'button-lg ',
  icon: 'button-icon ',
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
