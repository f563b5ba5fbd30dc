import type { SearchedJob } from '#contracts/catalogue/discovery.ts'
import { t } from '#messages/messages.ts'

/** How many machines fit a job, and what is known of the machine that was asked about. */
export function describeFitting({ fitting, named }: SearchedJob): string {
  const count = t(
    '{count, plural, =0 {No machine fits for certain. These come nearest.} one {One machine fits.} other {# machines fit.}}',
    { count: fitting },
  )
  return named ? `${named}. ${count}` : count
}
