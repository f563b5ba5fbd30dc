/** A bucket of an S3-compatible provider with its credentials. */
export interface S3Settings {
  name: string
  /** The beginning of every key: '' or 'folder/'. */
  prefix: string
  /** Scheme and host of the provider; undefined for Amazon. */
  endpoint: string | undefined
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string }
}

const NAME_PATTERN = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX_PATTERN = /^(?:[\w.-]+\/)*$/
const REGION_PATTERN = /^[a-z0-9-]{1,40}$/
const ALLOWED_PARAMETERS = new Set(['endpoint', 'region'])
/** The protocol requires a region; providers other than Amazon ignore it. */
const DEFAULT_REGION = 'us-east-1'

/**
 * Parses 's3://key:secret@bucket/folder?endpoint=https://host&region=…'. Credentials that are missing are taken from
 * `fallback`. Throws an error whose message continues 'The setting …'. The message contains no part of the URL, because
 * the URL contains a secret.
 */
export function parseS3Url(
  address: string,
  fallback: { accessKeyId: string | undefined; secretAccessKey: string | undefined },
): S3Settings {
  const url = URL.parse(address)
  const prefix = url?.pathname.replace(/^\//, '').replace(/(?<=[^/])$/, '/') ?? ''
  const isValid = url?.protocol === 's3:' && !url.port && !url.hash
  if (!isValid || !NAME_PATTERN.test(url.hostname) || !PREFIX_PATTERN.test(prefix))
    throw new Error(
      'must be an address such as s3://key:secret@bucket?endpoint=https://s3.example.in, with key and secret URL-encoded',
    )
  const { searchParams } = url
  const endpoint = searchParams.get('endpoint')
  const region = searchParams.get('region') ?? DEFAULT_REGION
  if ([...searchParams.keys()].some((name) => !ALLOWED_PARAMETERS.has(name)))
    throw new Error("can have no parameters except 'endpoint' and 'region'")
  if (endpoint !== null && !isOrigin(endpoint))
    throw new Error("must have an 'endpoint' such as https://s3.example.in, or none for Amazon's own")
  if (!REGION_PATTERN.test(region)) throw new Error("must have a 'region' such as eu-central-1, or none")
  const credentials = getCredentials(url, fallback)
  return {
    name: url.hostname,
    prefix,
    endpoint: endpoint ? new URL(endpoint).origin : undefined,
    region,
    credentials,
  }
}

/** Formats the URL of these settings. It contains the secret and must not be logged. */
export function formatS3Url({ name, prefix, endpoint, region, credentials }: S3Settings): string {
  const { accessKeyId, secretAccessKey } = credentials
  const userInfo = `${encodeURIComponent(accessKeyId)}:${encodeURIComponent(secretAccessKey)}`
  return `s3://${userInfo}@${name}/${prefix}?${new URLSearchParams({ region, ...(endpoint && { endpoint }) })}`
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}

function getCredentials(
  { username, password }: URL,
  fallback: { accessKeyId: string | undefined; secretAccessKey: string | undefined },
): S3Settings['credentials'] {
  if (Boolean(username) !== Boolean(password)) throw new Error('must hold key and secret, or neither')
  const accessKeyId = username ? decodeComponent(username) : fallback.accessKeyId
  const secretAccessKey = password ? decodeComponent(password) : fallback.secretAccessKey
  if (!accessKeyId || !secretAccessKey)
    throw new Error('needs key and secret in it, or in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  return { accessKeyId, secretAccessKey }
}

function decodeComponent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('must have key and secret URL-encoded')
  }
}
