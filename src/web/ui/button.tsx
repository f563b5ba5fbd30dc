import type { ButtonHTMLAttributes, Ref } from 'react'

/** All variants, in the order of row CLI-6. */
export const BUTTON_VARIANTS = ['default', 'destructive', 'outline', 'secondary', 'ghost', 'link'] as const
export const BUTTON_SIZES = ['default', 'sm', 'lg', 'icon'] as const
export type ButtonVariant = (typeof BUTTON_VARIANTS)[number]
export type ButtonSize = (typeof BUTTON_SIZES)[number]

/** The classes of a button, also for links that look like one (row CLI-6); they are defined in styles/controls.css. */
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

/** A button; its type is 'button', so that it does not submit forms, unless another is given. */
export function Button({ variant, size, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(variant, size, className)} {...rest} />
}

/** A button with an icon only. Its label is the accessible name and the tooltip (row CLI-5). */
export function IconButton({ label, ...rest }: Omit<ButtonProps, 'size' | 'aria-label'> & { label: string }) {
  return <Button size="icon" aria-label={label} data-tooltip={label} {...rest} />
}
