import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { countUpTo } from '#server/database/bounded-count.ts'
import type { Db } from '#server/database/db.ts'

/** Counting on would hold up the start of a great site. */
const MAX_COUNT = 10_000
const LOOPBACK = /^(?:127\.|localhost$|::1$)/

/** How the site stands at this start, for whoever started it: a few lines, and what is likely a mistake. */
export async function getStartupSummary(config: Config, db: Db, project: string): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string }
  const items = await formatApproximateCount(db, 'item')
  const enquiries = await formatApproximateCount(db, 'enquiry')
  return [
    formatLine('version', `${version}, Node ${process.versions.node}`),
    formatLine('data', `${formatDataLocation(config)} (items: ${items}, enquiries: ${enquiries})`),
    ...(config.media.bucket || config.media.publicUrl
      ? [formatLine('pictures', formatPictures(config))]
      : []),
    formatLine('mail', formatMail(config)),
    formatLine('proxies', config.proxies === 0 ? 'none' : `${config.proxies} in front`),
    formatLine('metrics', formatMetrics(config)),
    ...getStartupWarnings(config, process.getuid?.() === 0).map((warning) => formatLine('note', warning)),
  ].join('\n')
}

/** Without the password. */
function formatDataLocation({ dataDir, databaseUrl }: Config): string {
  if (!databaseUrl) return dataDir
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL at ${host}${pathname}`
}

const formatLine = (name: string, text: string) => `  ${name.padEnd(9)} ${text}`

async function formatApproximateCount(db: Db, table: 'item' | 'enquiry'): Promise<string> {
  const count = await countUpTo(MAX_COUNT, db, table)
  return count < MAX_COUNT ? String(count) : `${MAX_COUNT.toLocaleString('en-GB')} or more`
}

function formatPictures({ media: { bucket, publicUrl } }: Config): string {
  const location = bucket
    ? `bucket ${bucket.name}${bucket.prefix && `, folder ${bucket.prefix.slice(0, -1)},`} at ${bucket.endpoint ?? 'Amazon'}`
    : 'in the data folder'
  return publicUrl ? `${location}, fetched from ${publicUrl}` : location
}

function formatMail({ mail }: Config): string {
  if (!mail) return 'off: enquiries are stored, but nobody is told by mail (set SMTP_URL and NOTIFY_EMAIL)'
  return mail.notify ? 'on' : 'on, but nobody is told of enquiries (set NOTIFY_EMAIL)'
}

function formatMetrics({ metrics }: Config): string {
  if (!metrics) return 'off'
  const endpoints = [
    metrics.port && `http://127.0.0.1:${metrics.port}/metrics`,
    metrics.token && '/metrics of the site',
  ].filter(Boolean)
  return endpoints.join(' and ') + (metrics.token ? ', with the token' : '')
}

/** What can be meant, but seldom is. */
export function getStartupWarnings({ host, publicUrl, proxies, mail }: Config, isRoot: boolean): string[] {
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
