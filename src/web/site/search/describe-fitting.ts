import type { SearchedJob } from '#contracts/catalogue/discovery.ts'

/** How many machines fit a job, and what is known of the machine that was asked about. */
export function describeFitting({ fitting, named }: SearchedJob): string {
  const count = fitting === 1 ? 'One machine fits.' : `${fitting} machines fit.`
  return [
    ...(named ? [`${named}.`] : []),
    fitting === 0 ? 'No machine fits for certain. These come nearest.' : count,
  ].join(' ')
}
