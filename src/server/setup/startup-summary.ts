import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { countRows } from '#server/database/batches.ts'
import type { Db } from '#server/database/db.ts'

/** Counting more rows would delay the start. */
const MAX_COUNT = 10_000
const LOOPBACK = /^(?:127\.|localhost$|::1$)/

/** Returns lines about this start: version, location of the data, e-mail, metrics, and settings that are probably wrong. */
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
    formatLine('e-mail', formatMail(config)),
    formatLine('proxies', config.proxies === 0 ? 'none' : `${config.proxies} (TRUST_PROXY)`),
    formatLine('metrics', formatMetrics(config)),
    ...getStartupWarnings(config, process.getuid?.() === 0).map((warning) => formatLine('note', warning)),
  ].join('\n')
}

/** Omits the password. */
function formatDataLocation({ dataDir, databaseUrl }: Config): string {
  if (!databaseUrl) return dataDir
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL at ${host}${pathname}`
}

const formatLine = (name: string, text: string) => `  ${name.padEnd(9)} ${text}`

async function formatApproximateCount(db: Db, table: 'item' | 'enquiry'): Promise<string> {
  const count = await countRows(db, table, MAX_COUNT)
  return count < MAX_COUNT ? String(count) : `${MAX_COUNT.toLocaleString('en-GB')} or more`
}

function formatPictures({ media: { bucket, publicUrl } }: Config): string {
  const location = bucket
    ? `bucket ${bucket.name}${bucket.prefix && `, folder ${bucket.prefix.slice(0, -1)},`} at ${bucket.endpoint ?? 'Amazon'}`
    : 'in the data folder'
  return publicUrl ? `${location}, fetched from ${publicUrl}` : location
}

function formatMail({ mail }: Config): string {
  if (!mail) return 'off: enquiries are stored without a notification (set SMTP_URL and NOTIFY_EMAIL)'
  return mail.notify ? 'on' : 'on, without notifications of enquiries (set NOTIFY_EMAIL)'
}

function formatMetrics({ metrics }: Config): string {
  if (!metrics) return 'off'
  const endpoints = [
    metrics.port && `http://127.0.0.1:${metrics.port}/metrics`,
    metrics.token && '/metrics of the site',
  ].filter(Boolean)
  return endpoints.join(' and ') + (metrics.token ? ', with METRICS_TOKEN' : '')
}

/** Returns warnings about settings that are valid but probably not intended. */
export function getStartupWarnings({ host, publicUrl, proxies, mail }: Config, isRoot: boolean): string[] {
  const isOpen = !LOOPBACK.test(host)
  const isLocal = publicUrl === undefined || LOOPBACK.test(new URL(publicUrl).hostname)
  return [
    isOpen && !publicUrl && 'HOST opens the site to the network: set PUBLIC_URL to its public address',
    !isLocal && publicUrl.startsWith('http:') && 'PUBLIC_URL is not https: passwords are sent unencrypted',
    !isLocal &&
      proxies === 0 &&
      publicUrl.startsWith('https:') &&
      'PUBLIC_URL is https, which needs a proxy: set TRUST_PROXY=1, or all visitors share one rate limit',
    mail && !publicUrl && 'e-mails contain no links without PUBLIC_URL',
    isRoot && 'the site runs as root: use a separate user',
  ].filter((warning) => typeof warning === 'string')
}
