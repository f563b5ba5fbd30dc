/** A bucket of an S3-compatible store, and how to get in. */
export interface S3Settings {
  name: string
  /** Before every key: '' or 'folder/'. */
  prefix: string
  /** Scheme and host of the store; undefined: Amazon's own. */
  endpoint: string | undefined
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string }
}

const NAME_PATTERN = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX_PATTERN = /^(?:[\w.-]+\/)*$/
const REGION_PATTERN = /^[a-z0-9-]{1,40}$/
const ALLOWED_PARAMETERS = new Set(['endpoint', 'region'])
/** Asked for by the protocol; stores other than Amazon's do not mind which. */
const DEFAULT_REGION = 'us-east-1'

/**
 * Reads 's3://key:secret@bucket/folder?endpoint=https://host&region=…'. A key that the address does not hold is taken from
 * `otherwise`. Throws what is wrong, as the end of a sentence; never a part of the address, which holds a secret.
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
    throw new Error("may hold no parameters but 'endpoint' and 'region'")
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

/** The address of these settings, with everything in it. Not for the log. */
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
