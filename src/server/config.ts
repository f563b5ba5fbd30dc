import { isAbsolute, relative, resolve } from 'node:path'
import { z } from 'zod'
import { FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { parseS3Url, type S3Settings } from '#server/media/storage/s3-address.ts'

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://www.example.in' })
  .transform((text) => new URL(text).origin)

const emailAddress = z.string().regex(/^[^\s@<>,;]+@[^\s@<>,;]+$/, 'must be an e-mail address')

const postgresUrl = z
  .url({
    protocol: /^postgres(?:ql)?$/,
    error: 'must be an address such as postgres://name:password@db.example.in/capstan',
  })
  .refine((text) => Boolean(URL.parse(text)?.pathname.slice(1)), 'must name the database')

/** Scheme, host and optionally a path, without a trailing slash. */
const baseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://pictures.example.in' })
  .transform((text) => new URL(text))
  .refine((url) => !url.username && !url.search && !url.hash, 'may contain only scheme, host and path')
  .transform(({ origin, pathname }) => (origin + pathname).replace(/(?<!\/)\/+$/, ''))

const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number('must be a number').int().min(0).max(65_535).default(3000),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().default('./data'),
  BACKUP_DIR: z.string().optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  MEDIA_URL: z.string().optional(),
  MEDIA_PUBLIC_URL: baseUrl.optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  ADMIN_EMAIL: z
    .string()
    .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')
    .default('owner@localhost'),
  ADMIN_PASSWORD: z
    .string()
    .max(FORM_LIMITS.passwordLength, `can have at most ${FORM_LIMITS.passwordLength} characters`)
    .refine(
      (text) => text.trim().length >= FORM_LIMITS.minPasswordLength,
      `must have at least ${FORM_LIMITS.minPasswordLength} characters`,
    )
    .optional(),
  DEMO: z.enum(['auto', 'off'], "must be 'auto' or 'off'").default('auto'),
  AVIF: z.enum(['auto', 'off'], "must be 'auto' or 'off'").default('auto'),
  TRUST_PROXY: z.coerce.number('must be the number of reverse proxies').int().min(0).max(10).default(0),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address such as smtps://name:password@mail.example.in' })
    .refine((text) => Boolean(URL.parse(text)?.hostname), 'must name the mail server')
    .optional(),
  NOTIFY_EMAIL: emailAddress.optional(),
  MAIL_FROM: emailAddress.optional(),
  METRICS_PORT: z.coerce.number('must be a number').int().min(1).max(65_535).optional(),
  METRICS_TOKEN: z
    .string()
    .max(200, 'can have at most 200 characters')
    .regex(/^\S{16,}$/, 'must have at least 16 characters and no spaces')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export interface MailSettings {
  /** Contains a password and must not be logged. */
  smtpUrl: string
  from: string
  /** Receives an e-mail for every enquiry. */
  notify: string | undefined
}

interface MediaSettings {
  /** Contains a secret and must not be logged. Undefined: pictures are stored in the data folder. */
  bucket: S3Settings | undefined
  /** The base URL of pictures without a trailing slash. Undefined: /media of the site. */
  publicUrl: string | undefined
}

/** How metrics are served. At least one of the two is set. */
export interface MetricsSettings {
  /** A port of 127.0.0.1 that serves nothing else. */
  port: number | undefined
  /** Required on both ports. Without it, the site's own port does not serve metrics. It must not be logged. */
  token: string | undefined
}

export interface Config {
  host: string
  port: number
  /** Scheme and host of URLs in responses. Undefined: those of the request. */
  publicUrl: string | undefined
  /** An absolute path. */
  dataDir: string
  /** The PostgreSQL database. Undefined: an SQLite file in `dataDir`. It contains a password and must not be logged. */
  databaseUrl: string | undefined
  /** A replica of that database for lists and searches. It must not be logged. */
  databaseReadUrl: string | undefined
  /** The absolute path of the folder for nightly backups. Undefined: there are no nightly backups. */
  backupDir: string | undefined
  media: MediaSettings
  firstAdmin: { email: string; password: string | undefined }
  demo: 'auto' | 'off'
  /** Whether pictures are also encoded as AVIF in the background. */
  avif: boolean
  /** The number of reverse proxies whose X-Forwarded headers are trusted. */
  proxies: number
  /** Undefined: the site sends no e-mail. */
  mail: MailSettings | undefined
  /** Undefined: there are no metrics. */
  metrics: MetricsSettings | undefined
  logLevel: string
}

/** Reads the environment, in which an empty variable is unset. Throws an error whose message names the first wrong setting. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(filled)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`The setting ${String(issue?.path[0])} is wrong: it ${issue?.message}`)
  }
  const env = parsed.data
  if (env.TRUST_PROXY > 0 && !env.PUBLIC_URL) {
    throw new Error(
      'Behind a proxy (TRUST_PROXY) the setting PUBLIC_URL must be the public address of the site.',
    )
  }
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databaseReadUrl: getReadReplicaUrl(env),
    backupDir: getBackupDir(env),
    media: getMediaSettings(env),
    firstAdmin: { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    demo: env.DEMO,
    avif: env.AVIF === 'auto',
    proxies: env.TRUST_PROXY,
    mail: getMailSettings(env),
    metrics:
      env.METRICS_PORT || env.METRICS_TOKEN
        ? { port: env.METRICS_PORT, token: env.METRICS_TOKEN }
        : undefined,
    logLevel: env.LOG_LEVEL,
  }
}

function getReadReplicaUrl({
  DATABASE_URL,
  DATABASE_READ_URL,
}: z.infer<typeof Environment>): string | undefined {
  if (DATABASE_READ_URL && !DATABASE_URL)
    throw new Error(
      'The setting DATABASE_READ_URL names a replica. DATABASE_URL must name its primary server.',
    )
  return DATABASE_READ_URL
}

function getBackupDir(env: z.infer<typeof Environment>): string | undefined {
  const { BACKUP_DIR, DATA_DIR, DATABASE_URL } = env
  if (!BACKUP_DIR) return undefined
  if (DATABASE_URL)
    throw new Error(
      'The setting BACKUP_DIR is for data in DATA_DIR. On PostgreSQL (DATABASE_URL), use its own tools for backups (docs/scaling.md).',
    )
  const folder = resolve(BACKUP_DIR)
  const fromDataDir = relative(resolve(DATA_DIR), folder)
  if (!fromDataDir.startsWith('..') && !isAbsolute(fromDataDir)) {
    throw new Error(
      'The setting BACKUP_DIR is wrong: it must be outside DATA_DIR, preferably on another disk',
    )
  }
  return folder
}

function getMediaSettings(env: z.infer<typeof Environment>): MediaSettings {
  const keys = { accessKeyId: env.AWS_ACCESS_KEY_ID, secretAccessKey: env.AWS_SECRET_ACCESS_KEY }
  try {
    const bucket = env.MEDIA_URL === undefined ? undefined : parseS3Url(env.MEDIA_URL, keys)
    return { bucket, publicUrl: env.MEDIA_PUBLIC_URL }
  } catch (error) {
    // There is no cause, because it would contain the URL with its secret.
    throw new Error(`The setting MEDIA_URL is wrong: it ${(error as Error).message}`)
  }
}

function getMailSettings({
  SMTP_URL,
  NOTIFY_EMAIL,
  MAIL_FROM = NOTIFY_EMAIL,
}: z.infer<typeof Environment>): MailSettings | undefined {
  if (!SMTP_URL) {
    if (!NOTIFY_EMAIL) return undefined
    throw new Error('To send notifications (NOTIFY_EMAIL), the setting SMTP_URL must name the mail server.')
  }
  if (!MAIL_FROM) {
    throw new Error('To send e-mail (SMTP_URL), the setting MAIL_FROM or NOTIFY_EMAIL must name the sender.')
  }
  return { smtpUrl: SMTP_URL, from: MAIL_FROM, notify: NOTIFY_EMAIL }
}
