/** A page of the site for search engines. */
export interface SitemapEntry {
  /** An absolute URL. */
  url: string
  /** UTC, ISO 8601. */
  lastModified?: string
  pictures?: string[]
}

/** Returns a sitemap (sitemaps.org/protocol) with the pictures of each page (Google's image extension). */
export function writeSitemap(entries: SitemapEntry[]): string {
  const urls = entries.map(
    ({ url, lastModified, pictures = [] }) =>
      `<url><loc>${escapeXml(url)}</loc>${lastModified ? `<lastmod>${lastModified}</lastmod>` : ''}${pictures
        .map((picture) => `<image:image><image:loc>${escapeXml(picture)}</image:loc></image:image>`)
        .join('')}</url>\n`,
  )
  return `${XML_HEADER}<urlset xmlns="${SITEMAP_NAMESPACE}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n${urls.join('')}</urlset>\n`
}

/** Returns the index of several sitemaps. */
export function writeSitemapIndex(urls: string[]): string {
  const maps = urls.map((address) => `<sitemap><loc>${escapeXml(address)}</loc></sitemap>\n`)
  return `${XML_HEADER}<sitemapindex xmlns="${SITEMAP_NAMESPACE}">\n${maps.join('')}</sitemapindex>\n`
}

const XML_HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SITEMAP_NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const escapeXml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
