import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { formatS3Url } from '#server/media/storage/s3-address.ts'
import { readConfig } from './config.ts'

test('Without settings, the site listens on this machine only and loads the demo data', () => {
  expect(readConfig({})).toStrictEqual({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: undefined,
    dataDir: `${process.cwd()}/data`,
    databaseUrl: undefined,
    databaseReadUrl: undefined,
    backupDir: undefined,
    media: { bucket: undefined, publicUrl: undefined },
    firstAdmin: { email: 'owner@localhost', password: undefined },
    demo: 'auto',
    avif: true,
    proxies: 0,
    mail: undefined,
    metrics: undefined,
    logLevel: 'info',
  })
})

test.each([
  [
    'DATABASE_URL',
    'mysql://db.example/site',
    /^The setting DATABASE_URL is wrong: it must be an address such as/,
  ],
  [
    'DATABASE_URL',
    'postgres://name:secret@db.example',
    /^The setting DATABASE_URL is wrong: it must name the data/,
  ],
  ['DATABASE_READ_URL', 'postgres://db.example/site', /DATABASE_URL must name its primary server\.$/],
])('%s=%s stops the start with a message that contains no password', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(message)
  expect(() => readConfig({ [name]: value })).not.toThrow('secret')
})

test('BACKUP_DIR is rejected on PostgreSQL', () => {
  const settings = { DATABASE_URL: 'postgres://db.example/site', BACKUP_DIR: '/backups' }
  expect(() => readConfig(settings)).toThrow(/BACKUP_DIR.*PostgreSQL/)
})

test('An empty setting counts as unset', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: '', ADMIN_PASSWORD: '', DEMO: '' })).toEqual(readConfig({}))
})

test.each([
  ['https://www.example.in', 'https://www.example.in'],
  ['https://www.example.in/', 'https://www.example.in'],
  ['http://WWW.example.in:8080/shop?x=1', 'http://www.example.in:8080'],
  ['https://www.example.in:443', 'https://www.example.in'],
])('[API-10] PUBLIC_URL %s is read as %s', (PUBLIC_URL, publicUrl) => {
  expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(publicUrl)
})

test.each([
  ['PORT', 'many'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['PUBLIC_URL', 'www.example.in'],
  ['PUBLIC_URL', 'ftp://www.example.in'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['BACKUP_DIR', './data'],
  ['BACKUP_DIR', 'data/backups'],
  ['MEDIA_URL', 'https://key:secret@bucket'],
  ['MEDIA_URL', 's3://'],
  ['MEDIA_URL', 's3://key:secret@B'],
  ['MEDIA_URL', 's3://key:12/34@bucket'],
  ['MEDIA_URL', 's3://key:sec%zzret@bucket'],
  ['MEDIA_URL', 's3://key:secret@bucket/a//b'],
  ['MEDIA_URL', 's3://key:secret@bucket?endpiont=https://s3.example.in'],
  ['MEDIA_URL', 's3://key:secret@bucket?endpoint=s3.example.in'],
  ['MEDIA_URL', 's3://key:secret@bucket?endpoint=https://s3.example.in/deep'],
  ['MEDIA_URL', 's3://key:secret@bucket?region=Frankfurt am Main'],
  ['MEDIA_URL', 's3://key@bucket'],
  ['MEDIA_URL', 's3://bucket'],
  ['MEDIA_PUBLIC_URL', 'pictures.example.in'],
  ['MEDIA_PUBLIC_URL', 'ftp://pictures.example.in'],
  ['MEDIA_PUBLIC_URL', 'https://pictures.example.in/?token=1'],
  ['MEDIA_PUBLIC_URL', 'https://name:secret@pictures.example.in'],
  ['ADMIN_EMAIL', 'owner'],
  ['ADMIN_PASSWORD', '1234567'],
  ['DEMO', 'yes'],
  ['ADMIN_PASSWORD', '            '],
  ['TRUST_PROXY', 'true'],
  ['AVIF', 'yes'],
  ['SMTP_URL', 'mail.example.in'],
  ['SMTP_URL', 'https://mail.example.in'],
  ['NOTIFY_EMAIL', 'sales'],
  ['NOTIFY_EMAIL', 'sales@example.in, all@example.in'],
  ['MAIL_FROM', 'Sales'],
  ['METRICS_PORT', '0'],
  ['METRICS_TOKEN', 'too short'],
  ['METRICS_TOKEN', 'sixteen and more, but with spaces'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s stops the start with a message that names the setting', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^The setting ${name} is wrong: it .+$`))
})

test('BACKUP_DIR may begin with the name of the data folder', () => {
  expect(readConfig({ BACKUP_DIR: 'data-backups' }).backupDir).toBe(`${process.cwd()}/data-backups`)
})

describe('MEDIA_URL', () => {
  const credentials = { accessKeyId: 'key', secretAccessKey: 'se/cr+et' }

  test.each([
    [
      's3://key:se%2Fcr%2Bet@pictures?endpoint=https://s3.example.in:9000/&region=eu-1',
      { name: 'pictures', prefix: '', endpoint: 'https://s3.example.in:9000', region: 'eu-1', credentials },
    ],
    [
      's3://key:se%2Fcr%2Bet@pictures.example/site/one',
      {
        name: 'pictures.example',
        prefix: 'site/one/',
        endpoint: undefined,
        region: 'us-east-1',
        credentials,
      },
    ],
  ])('MEDIA_URL %s is read as a bucket with its credentials', (MEDIA_URL, bucket) => {
    expect(readConfig({ MEDIA_URL }).media.bucket).toStrictEqual(bucket)
    expect(readConfig({ MEDIA_URL: formatS3Url(bucket) }).media.bucket).toStrictEqual(bucket)
  })

  test('MEDIA_URL without credentials uses those of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'se/cr+et' }
    expect(readConfig({ MEDIA_URL: 's3://pictures', ...keys }).media.bucket).toMatchObject({ credentials })
  })

  test.each([
    's3://key:very/secret@pictures',
    's3://key:very%zzsecret@pictures',
    's3://key:verysecret@pictures?endpoint=what',
    's3://key:verysecret@PICTURES',
    'key:verysecret@pictures',
  ])('The message about a wrong MEDIA_URL does not contain its value', (MEDIA_URL) => {
    let output = ''
    try {
      readConfig({ MEDIA_URL })
    } catch (error) {
      output = inspect(error)
    }
    expect(output).toContain('MEDIA_URL is wrong')
    expect(output).not.toContain('very')
  })
})

test.each([
  ['https://pictures.example.in', 'https://pictures.example.in'],
  ['https://Pictures.example.in/shop/media/', 'https://pictures.example.in/shop/media'],
])('MEDIA_PUBLIC_URL %s is read as the base URL of pictures', (MEDIA_PUBLIC_URL, publicUrl) => {
  expect(readConfig({ MEDIA_PUBLIC_URL }).media.publicUrl).toBe(publicUrl)
})

test('TRUST_PROXY requires PUBLIC_URL', () => {
  expect(() => readConfig({ TRUST_PROXY: '1' })).toThrow('PUBLIC_URL must be the public address of the site')
  expect(readConfig({ TRUST_PROXY: '1', PUBLIC_URL: 'https://www.example.in' }).proxies).toBe(1)
})

test('E-mail requires a mail server and a sender', () => {
  const SMTP_URL = 'smtp://127.0.0.1:2525'
  const NOTIFY_EMAIL = 'sales@example.in'
  expect(readConfig({ SMTP_URL, NOTIFY_EMAIL }).mail).toEqual({
    smtpUrl: SMTP_URL,
    from: NOTIFY_EMAIL,
    notify: NOTIFY_EMAIL,
  })
  const MAIL_FROM = 'site@example.in'
  expect(readConfig({ SMTP_URL, NOTIFY_EMAIL, MAIL_FROM }).mail?.from).toBe(MAIL_FROM)
  expect(readConfig({ SMTP_URL, MAIL_FROM }).mail?.notify).toBeUndefined()
  expect(() => readConfig({ NOTIFY_EMAIL })).toThrow(
    /^To send notifications \(NOTIFY_EMAIL\), .+ SMTP_URL .+\.$/,
  )
  expect(() => readConfig({ SMTP_URL })).toThrow(/^To send e-mail \(SMTP_URL\), .+ MAIL_FROM .+\.$/)
})
