/** Pictures may stand at outside addresses (decision 0004) or wait as blobs to be uploaded; style attributes carry measures, never scripts. */
const BASE_HEADERS = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: http: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const

const HSTS_HEADERS = { 'strict-transport-security': 'max-age=31536000' } as const

/** What every answer of the site says to browsers. `publicUrl`: with https they are told to come by nothing else. */
export const securityHeaders = (publicUrl: string | undefined): Record<string, string> => ({
  ...BASE_HEADERS,
  ...(publicUrl?.startsWith('https:') && HSTS_HEADERS),
})
