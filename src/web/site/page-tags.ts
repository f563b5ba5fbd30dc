import type { Picture } from '#contracts/item.ts'
import type { PageTexts } from './page-texts.ts'
import type { StructuredData } from './structured-data.ts'

/** What `/media` makes of every picture for those who share a page. px. */
const SOCIAL = { file: 'social.jpg', width: 1200, height: 630 }
const STORED = /\/([0-9a-f]{32})\/\d+\.webp$/

interface PageTagsParts extends PageTexts {
  origin: string
  siteName: string
  type: 'website' | 'product'
  picture: (Picture & { alt: string }) | undefined
  data: StructuredData[]
}

/** What search engines and those who share a page read besides its title: Open Graph and JSON-LD. Browsers have no use for it. */
export function pageTags(parts: PageTagsParts): string {
  const { title, description, origin, path, siteName, type, picture, data } = parts
  return [
    meta('og:type', type),
    meta('og:site_name', siteName),
    meta('og:locale', 'en_IN'),
    meta('og:title', title),
    meta('og:description', description),
    meta('og:url', origin + path),
    ...(picture ? pictureTags(picture, origin) : []),
    `<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}">`,
    ...data.map(
      (entry) =>
        `<script type="application/ld+json">${JSON.stringify(entry).replaceAll('<', '\\u003c')}</script>`,
    ),
  ].join('')
}

/**
 * A stored picture has a file for sharing; an outside one is given as it is. The site itself answers it, wherever the
 * others are fetched from (decision 0131): it is made when somebody first asks for it.
 */
export function sharedPicture({ url, widths }: Picture, origin: string): string {
  const id = widths && STORED.exec(url)?.[1]
  return id ? `${origin}/media/${id}/${SOCIAL.file}` : url
}

function pictureTags(picture: Picture & { alt: string }, origin: string): string[] {
  const url = sharedPicture(picture, origin)
  return [
    meta('og:image', url),
    ...(url === picture.url
      ? []
      : [meta('og:image:width', SOCIAL.width), meta('og:image:height', SOCIAL.height)]),
    meta('og:image:alt', picture.alt),
  ]
}

const meta = (property: string, content: string | number) =>
  `<meta property="${property}" content="${escaped(String(content))}">`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
