import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { throttle } from '#server/kernel/http/throttle.ts'
import { IMPORT_CONNECTION_NAME, IMPORT_INVALIDATION_INTERVAL_MS } from '../db.ts'

/** The triggers on the tables of public data notify this channel (migrations/0001-baseline/postgres.sql). */
const CHANNEL = 'capstan_content'
const RECONNECT_DELAY_MS = 250
/** For connecting and for every query. */
const TIMEOUT_MS = 3000
/** A connection that was lost without an error is detected within this time plus the timeout. */
const HEARTBEAT_INTERVAL_MS = 5000

export interface ChangeListener {
  /**
   * Calls back after a change by another process, for those of an import once per interval, and after every reconnection,
   * which may have missed one.
   */
  onChange(listener: () => void): void
  close(): Promise<void>
}

/**
 * Listens for notifications of a PostgreSQL server on its own connection, and reconnects when it is lost. Notifications by
 * connections named `applicationName`, those of this process, are ignored. Waits for the first attempt to connect, which
 * ends within twice TIMEOUT_MS; when it fails, others follow.
 */
export async function openChangeListener(url: string, applicationName: string): Promise<ChangeListener> {
  const emitter = new EventEmitter()
  const importChange = throttle(() => emitter.emit('change'), IMPORT_INVALIDATION_INTERVAL_MS)
  let close = async () => {}
  let isClosed = false

  async function connect(): Promise<void> {
    if (isClosed) return
    const client = new pg.Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
    })
    close = () => client.end().catch(() => {})
    const heartbeat = setInterval(() => client.query('select 1').catch(close), HEARTBEAT_INTERVAL_MS).unref()
    client.on('error', () => {})
    client.once('end', async () => {
      clearInterval(heartbeat)
      await sleep(RECONNECT_DELAY_MS)
      await connect()
    })
    client.on('notification', ({ payload }) => {
      if (payload === IMPORT_CONNECTION_NAME) importChange.call()
      else if (payload !== applicationName) emitter.emit('change')
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      // Notifications before this moment are lost.
      emitter.emit('change')
    } catch {
      close()
    }
  }

  await connect()
  return {
    onChange: (listener) => void emitter.on('change', listener),
    async close() {
      isClosed = true
      await close()
    },
  }
}
