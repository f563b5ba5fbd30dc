import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { countUpTo } from './database/count.ts'
import type { Db } from './database/db.ts'

/** Counting on would hold up the start of a great site. */
const MOST_COUNTED = 10_000
const LOOPBACK = /^(?:127\.|localhost$|::1$)/

/** How the site stands at this start, for whoever started it: a few lines, and what is likely a mistake. */
export async function startSummary(config: Config, db: Db, project: string): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string }
  const items = await roughly(db, 'item')
  const enquiries = await roughly(db, 'enquiry')
  return [
    line('version', `${version}, Node ${process.versions.node}`),
    line('data', `${placeOf(config)} (items: ${items}, enquiries: ${enquiries})`),
    ...(config.media.bucket || config.media.publicUrl ? [line('pictures', picturesOf(config))] : []),
    line('mail', mailOf(config)),
    line('proxies', config.proxies === 0 ? 'none' : `${config.proxies} in front`),
    line('metrics', metricsOf(config)),
    ...startWarnings(config, process.getuid?.() === 0).map((warning) => line('note', warning)),
  ].join('\n')
}

/** Without the password. */
function placeOf({ dataDir, databaseUrl }: Config): string {
  if (!databaseUrl) return dataDir
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL at ${host}${pathname}`
}

const line = (name: string, text: string) => `  ${name.padEnd(9)} ${text}`

async function roughly(db: Db, table: 'item' | 'enquiry'): Promise<string> {
  const count = await countUpTo(MOST_COUNTED, db, table)
  return count < MOST_COUNTED ? String(count) : `${MOST_COUNTED.toLocaleString('en-GB')} or more`
}

function picturesOf({ media: { bucket, publicUrl } }: Config): string {
  const place = bucket
    ? `bucket ${bucket.name}${bucket.prefix && `, folder ${bucket.prefix.slice(0, -1)},`} at ${bucket.endpoint ?? 'Amazon'}`
    : 'in the data folder'
  return publicUrl ? `${place}, fetched from ${publicUrl}` : place
}

function mailOf({ mail }: Config): string {
  if (!mail) return 'off: enquiries are stored, but nobody is told by mail (set SMTP_URL and NOTIFY_EMAIL)'
  return mail.notify ? 'on' : 'on, but nobody is told of enquiries (set NOTIFY_EMAIL)'
}

function metricsOf({ metrics }: Config): string {
  if (!metrics) return 'off'
  const doors = [
    metrics.port && `http://127.0.0.1:${metrics.port}/metrics`,
    metrics.token && '/metrics of the site',
  ].filter(Boolean)
  return doors.join(' and ') + (metrics.token ? ', with the token' : '')
}

/** What can be meant, but seldom is. */
export function startWarnings({ host, publicUrl, proxies, mail }: Config, isRoot: boolean): string[] {
  const isOpen = !LOOPBACK.test(host)
  const isLocal = publicUrl === undefined || LOOPBACK.test(new URL(publicUrl).hostname)
  return [
    isOpen && !publicUrl && 'HOST opens the site to the network: say in PUBLIC_URL where it stands',
    !isLocal &&
      publicUrl.startsWith('http:') &&
      'PUBLIC_URL is not https: passwords travel where others can read them',
    !isLocal &&
      proxies === 0 &&
      publicUrl.startsWith('https:') &&
      'PUBLIC_URL is https, so a proxy stands in front: set TRUST_PROXY=1, or all visitors share one limit',
    mail && !publicUrl && 'mail can hold no links without PUBLIC_URL',
    isRoot && 'this runs as root: give it a user of its own',
  ].filter((warning) => typeof warning === 'string')
}
