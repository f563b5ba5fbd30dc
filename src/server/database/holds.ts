import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { isPostgres, lockNamed } from './engine.ts'

/** What this process is at, so that nobody else does anything to it `alone` (alone.ts) meanwhile. */
export interface Holds {
  /** Waits until whoever is at it alone has ended. Once for each name until it is let go. */
  hold(name: string): Promise<void>
  /** Never throws: what was held over a connection that is lost is not held any more. */
  letGo(name: string): Promise<void>
}

interface Line {
  ask(question: RawBuilder<unknown>): Promise<unknown>
  close(): void
  names: number
}

/** All holds of a process share one connection, which is open only as long as anything is held. */
export function openHolds(db: Db): Holds {
  if (!isPostgres(db)) return { hold: async () => {}, letGo: async () => {} }
  const lineOf = new Map<string, Line>()
  let current: Line | undefined

  return {
    async hold(name) {
      current ??= openLine(db)
      const line = current
      lineOf.set(name, line)
      line.names++
      try {
        await line.ask(sql`select pg_advisory_lock_shared(${lockNamed(name)})`)
      } catch (error) {
        // The next hold begins with a new one.
        if (current === line) current = undefined
        throw error
      }
    },
    async letGo(name) {
      const line = lineOf.get(name)
      if (!line) return
      lineOf.delete(name)
      await line.ask(sql`select pg_advisory_unlock_shared(${lockNamed(name)})`).catch(() => undefined)
      line.names--
      if (line.names > 0) return
      if (current === line) current = undefined
      line.close()
    },
  }
}

function openLine(db: Db): Line {
  const closed = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<Db>()
  db.connection()
    .execute(async (connection) => {
      opened.resolve(connection)
      await closed.promise
    })
    .catch(opened.reject)
  return {
    ask: async (question) => question.execute(await opened.promise),
    close: () => closed.resolve(),
    names: 0,
  }
}
