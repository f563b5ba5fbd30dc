import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { Refusal } from '#server/kernel/problem.ts'
import { makeAvif } from './make-avif.ts'
import { makeSocialPicture } from './social.ts'
import { makeVariants } from './variants.ts'
import type { Delivery, Order, Tasks } from './workshop.ts'

// The process that workshop.ts starts. Whoever reads a page comes before whoever waits for a picture.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// Ctrl+C reaches every process of a terminal; this one ends with the site, when it hangs up.
process.on('SIGINT', () => {})
beFirstToEnd()

const TASKS: Tasks = { variants: makeVariants, social: makeSocialPicture, avif: makeAvif }

process.on('message', ({ id, task, given }: Order) => {
  const make = TASKS[task] as (...given: unknown[]) => Promise<unknown>
  make(...given).then(
    (made) => send({ id, made }),
    (error) => send(toDelivery(id, error)),
  )
})

/** A picture of a few kB can take a gigabyte to decode. Short of memory, the system ends this process, not the site. */
function beFirstToEnd(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Other systems than Linux, and containers that let nobody write there, choose by themselves.
  }
}

function send(delivery: Delivery): void {
  if (process.connected) process.send?.(delivery)
}

function toDelivery(id: number, error: unknown): Delivery {
  if (!(error instanceof Refusal)) return { id, failed: textOf(error) }
  const { status, type, message, cause } = error
  return { id, refused: { status, type, message }, cause: textOf(cause) }
}

const textOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))
