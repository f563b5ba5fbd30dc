import { resolve } from 'node:path'
import { z } from 'zod'
import { parseS3Url, type S3Settings } from '#server/media/s3-address.ts'

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

/** Scheme, host and maybe a path; without a slash at the end. */
const baseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://pictures.example.in' })
  .transform((text) => new URL(text))
  .refine((url) => !url.username && !url.search && !url.hash, 'may hold nothing but scheme, host and path')
  .transform(({ origin, pathname }) => (origin + pathname).replace(/\/+$/, ''))

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
    .max(1000, 'can have at most 1000 characters')
    .refine((text) => text.trim().length >= 8, 'must have at least 8 characters')
    .optional(),
  DEMO: z.enum(['auto', 'off'], "must be 'auto' or 'off'").default('auto'),
  AVIF: z.enum(['auto', 'off'], "must be 'auto' or 'off'").default('auto'),
  TRUST_PROXY: z.coerce.number('must be the number of proxies in front').int().min(0).max(10).default(0),
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
  /** Holds a password; not for the log. */
  smtpUrl: string
  from: string
  /** Who is told of every enquiry; undefined: nobody. */
  notify: string | undefined
}

interface MediaSettings {
  /** Holds a secret; not for the log. Undefined: pictures live in the data folder. */
  bucket: S3Settings | undefined
  /** Where visitors fetch pictures, without a slash at the end; undefined: under /media of the site. */
  publicUrl: string | undefined
}

/** Where the figures can be fetched; at least one of them is set. */
export interface MetricsSettings {
  /** On 127.0.0.1. */
  port: number | undefined
  /** Asked for at both places, and opens the one on the site's own port. Not for the log. */
  token: string | undefined
}

export interface Config {
  host: string
  port: number
  /** Scheme and host that addresses in replies are built from; unset: the request's own. */
  publicUrl: string | undefined
  /** Absolute. */
  dataDir: string
  /** The PostgreSQL server that holds the data; undefined: a file in `dataDir` does. Holds a password; not for the log. */
  databaseUrl: string | undefined
  /** A replica of it, which answers lists and searches. Not for the log. */
  databaseReadUrl: string | undefined
  /** Absolute: where a back-up is written every night; undefined: none is made. */
  backupDir: string | undefined
  media: MediaSettings
  firstAdmin: { email: string; password: string | undefined }
  demo: 'auto' | 'off'
  /** Whether pictures are made smaller once more in the background. */
  avif: boolean
  /** How many reverse proxies stand in front, whose word on the visitor's address is taken. */
  proxies: number
  /** Undefined: no mail is sent. */
  mail: MailSettings | undefined
  /** Undefined: nothing is measured. */
  metrics: MetricsSettings | undefined
  logLevel: string
}

/** Reads the environment; an empty variable counts as unset. Throws one sentence that names the first wrong variable. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(filled)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`The setting ${String(issue?.path[0])} is wrong: it ${issue?.message}`)
  }
  const env = parsed.data
  if (env.TRUST_PROXY > 0 && !env.PUBLIC_URL) {
    throw new Error('Behind a proxy (TRUST_PROXY) the setting PUBLIC_URL must say where the site stands.')
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
    throw new Error('The setting DATABASE_READ_URL names a replica: DATABASE_URL must say of which server.')
  return DATABASE_READ_URL
}

function getBackupDir(env: z.infer<typeof Environment>): string | undefined {
  const { BACKUP_DIR, DATA_DIR, DATABASE_URL } = env
  if (!BACKUP_DIR) return undefined
  if (DATABASE_URL)
    throw new Error(
      'The setting BACKUP_DIR is for data in DATA_DIR: on PostgreSQL (DATABASE_URL) its own tools make the back-ups (docs/scaling.md).',
    )
  const folder = resolve(BACKUP_DIR)
  if (`${folder}/`.startsWith(`${resolve(DATA_DIR)}/`)) {
    throw new Error('The setting BACKUP_DIR is wrong: it must lie outside of DATA_DIR, best on another disk')
  }
  return folder
}

function getMediaSettings(env: z.infer<typeof Environment>): MediaSettings {
  const keys = { accessKeyId: env.AWS_ACCESS_KEY_ID, secretAccessKey: env.AWS_SECRET_ACCESS_KEY }
  try {
    const bucket = env.MEDIA_URL === undefined ? undefined : parseS3Url(env.MEDIA_URL, keys)
    return { bucket, publicUrl: env.MEDIA_PUBLIC_URL }
  } catch (error) {
    // Without a cause: it would stand beside the address.
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
    throw new Error('To send notices (NOTIFY_EMAIL) the setting SMTP_URL must say by which mail server.')
  }
  if (!MAIL_FROM) {
    throw new Error(
      'To send mail (SMTP_URL) the setting MAIL_FROM or NOTIFY_EMAIL must say from which address.',
    )
  }
  return { smtpUrl: SMTP_URL, from: MAIL_FROM, notify: NOTIFY_EMAIL }
}
