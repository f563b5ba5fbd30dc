const CONTENT_SECURITY_POLICY: Record<string, string> = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  // Style attributes contain sizes and positions.
  'style-src-attr': "'unsafe-inline'",
  // Items may refer to pictures of other sites (decision 0004), and forms show pictures before their upload (blob:).
  'img-src': "'self' data: blob: http: https:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

/** Returns the Content-Security-Policy of the site with some directives replaced. */
export const createContentSecurityPolicy = (directives: Record<string, string> = {}): string =>
  Object.entries({ ...CONTENT_SECURITY_POLICY, ...directives })
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')

/** The headers that only documents need; 400 bytes. */
export const DOCUMENT_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
] as const

/** Returns the headers of every response; styles, scripts and fonts are sent without `DOCUMENT_HEADERS`. With an https `publicUrl`, browsers use only https for a year (HSTS). */
export const securityHeaders = (publicUrl: string | undefined): Record<string, string> => ({
  'content-security-policy': createContentSecurityPolicy(),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
})
