import type { ReactNode } from 'react'

const TONES = {
  plain: 'bg-surface-sunken text-ink',
  machine: 'bg-machine-soft text-machine',
  spare: 'bg-spare-soft text-spare',
  service: 'bg-service-soft text-service',
  featured: 'bg-surface text-ink shadow-[inset_0_0_0_1px_var(--color-ink)]',
  save: 'bg-marine text-on-dark',
} as const
export const BADGE_TONES = Object.keys(TONES) as (keyof typeof TONES)[]

export function Badge({
  tone = 'plain',
  children,
  className = '',
}: {
  tone?: keyof typeof TONES
  children: ReactNode
  className?: string
}) {
  return <span className={`badge ${TONES[tone]} ${className}`}>{children}</span>
}
