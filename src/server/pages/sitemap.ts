/** A page of the site for search engines. */
export interface SitemapEntry {
  /** Absolute. */
  address: string
  /** UTC, ISO 8601. */
  changedAt?: string
  pictures?: string[]
}

/** One sitemap (sitemaps.org/protocol), with the pictures of each page (Google's image extension). */
export function writeSitemap(entries: SitemapEntry[]): string {
  const urls = entries.map(
    ({ address, changedAt, pictures = [] }) =>
      `<url><loc>${escaped(address)}</loc>${changedAt ? `<lastmod>${changedAt}</lastmod>` : ''}${pictures
        .map((picture) => `<image:image><image:loc>${escaped(picture)}</image:loc></image:image>`)
        .join('')}</url>\n`,
  )
  return `${HEAD}<urlset xmlns="${PROTOCOL}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n${urls.join('')}</urlset>\n`
}

/** The list of sitemaps of a site with more pages than one of them takes. */
export function writeSitemapIndex(addresses: string[]): string {
  const maps = addresses.map((address) => `<sitemap><loc>${escaped(address)}</loc></sitemap>\n`)
  return `${HEAD}<sitemapindex xmlns="${PROTOCOL}">\n${maps.join('')}</sitemapindex>\n`
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const PROTOCOL = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
