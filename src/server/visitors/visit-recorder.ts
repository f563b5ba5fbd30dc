import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { toBusinessDate } from '#contracts/business-date.ts'
import type { Db } from '#server/database/db.ts'
import { withLock } from '#server/database/postgres/locks.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, subtractDays, subtractMinutes } from '#server/kernel/clock.ts'
import { isProgram } from '#server/kernel/http/programs.ts'
import { type Figure, type FigureKind, OTHER_NAME } from './figures.ts'
import { type Activity, addActivities, getSalt, removeEvents, removeFigures } from './store-events.ts'

/** What a request says of its visitor. */
export type VisitorRequest = Pick<FastifyRequest, 'ip' | 'headers'>

/** Names of one kind that one instance counts on one day; further ones count as 'Other'. */
const MAX_NAMES = 3000
/** What waits for being stored. Above it, nothing more is counted until it is. */
const MAX_PENDING = 100_000
const HASH_LENGTH = 16
const MAX_USER_AGENT_LENGTH = 500
/** After midnight, events of the day before may still come from other instances. */
const DAY_END_MINUTES = 60
/** Last financial year and the year before it. */
const FIGURE_DAYS = 1130

interface PendingVisitor {
  arrival: readonly Figure[]
  figures: Map<string, Figure & { count: number }>
}

/**
 * Counts visits in memory, and stores their sums every few seconds. A visitor is a hash of address and browser with the salt of
 * the day (decision 0243): neither is stored, and of two days nobody can tell that it was the same person. Programs and browsers that
 * ask for privacy (Global Privacy Control) are not counted.
 */
export class VisitRecorder {
  readonly #db: Db
  readonly #clock: Clock
  /** By day, then by visitor. */
  #pending = new Map<string, Map<string, PendingVisitor>>()
  #pendingCount = 0
  #salts = new Map<string, Promise<string>>()
  #names = new Map<FigureKind, Set<string>>()
  #namesDay = ''
  #lastFlush: Promise<unknown> = Promise.resolve()

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db
    this.#clock = clock
  }

  /** Counts what a visitor did. `arrival` counts once a day, with the visit. */
  async count({ ip, headers }: VisitorRequest, figures: Figure[], arrival: Figure[] = []): Promise<void> {
    if (headers['sec-gpc'] === '1' || !headers['user-agent'] || isProgram(headers['user-agent'])) return
    if (this.#pendingCount >= MAX_PENDING) return
    const day = toBusinessDate(this.#clock())
    const userAgent = headers['user-agent'].slice(0, MAX_USER_AGENT_LENGTH)
    const visitor = createHash('sha256')
      .update(`${await this.#getSalt(day)}\n${ip}\n${userAgent}`)
      .digest('base64url')
      .slice(0, HASH_LENGTH)
    const activity = { arrival, figures: figures.map((figure) => ({ ...figure, count: 1 })) }
    this.#add(day, { visitor, ...activity })
  }

  /** A failed one is tried again with the next request. */
  #getSalt(day: string): Promise<string> {
    const known = this.#salts.get(day)
    if (known) return known
    const salt = getSalt(this.#db, day)
    this.#salts = new Map([[day, salt]])
    salt.catch(() => this.#salts.delete(day))
    return salt
  }

  #add(day: string, { visitor, arrival, figures }: Activity): void {
    const visitors = this.#pending.get(day) ?? new Map<string, PendingVisitor>()
    this.#pending.set(day, visitors)
    const pending = visitors.get(visitor) ?? { arrival: [], figures: new Map() }
    if (pending.arrival.length === 0)
      pending.arrival = arrival.map(({ kind, name }) => ({ kind, name: this.#limitName(day, kind, name) }))
    visitors.set(visitor, pending)
    for (const { kind, name, count } of figures) {
      const limited = this.#limitName(day, kind, name)
      const key = `${kind} ${limited}`
      const former = pending.figures.get(key)
      if (!former) this.#pendingCount++
      pending.figures.set(key, { kind, name: limited, count: (former?.count ?? 0) + count })
    }
  }

  #limitName(day: string, kind: FigureKind, name: string): string {
    if (day !== this.#namesDay) {
      this.#names.clear()
      this.#namesDay = day
    }
    const names = this.#names.get(kind) ?? new Set()
    this.#names.set(kind, names)
    if (names.size >= MAX_NAMES && !names.has(name)) return OTHER_NAME
    names.add(name)
    return name
  }

  /** Stores what was counted, one instance after the other. Throws if it cannot, and keeps it for the next time. */
  flush(): Promise<void> {
    const stored = this.#lastFlush.then(() => this.#store())
    this.#lastFlush = stored.catch(() => undefined)
    return stored
  }

  async #store(): Promise<void> {
    const pending = this.#pending
    if (pending.size === 0) return
    this.#pending = new Map()
    this.#pendingCount = 0
    const days = [...pending].map(([day, visitors]): [string, Activity[]] => [
      day,
      [...visitors].map(([visitor, { arrival, figures }]) => ({
        visitor,
        arrival,
        figures: [...figures.values()],
      })),
    ])
    try {
      await withLock(this.#db, { name: 'visitor figures' }, (connection) =>
        inTransaction(connection, async (tx) => {
          for (const [day, activities] of days) await addActivities(tx, day, activities)
        }),
      )
    } catch (error) {
      for (const [day, activities] of days) for (const activity of activities) this.#add(day, activity)
      throw error
    }
  }

  /** Deletes the events of the days that are over, and sums that no report compares with any more. Returns the number of events. */
  async removeOld(): Promise<number> {
    const now = this.#clock()
    await removeFigures(this.#db, toBusinessDate(subtractDays(now, FIGURE_DAYS)))
    return removeEvents(this.#db, toBusinessDate(subtractMinutes(now, DAY_END_MINUTES)))
  }
}
