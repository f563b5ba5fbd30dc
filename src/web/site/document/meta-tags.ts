import type { Picture } from '#contracts/item/item.ts'
import { toLanguagePath } from '#contracts/language-path.ts'
import type { PublicSiteContent } from '#contracts/site-content/site-content.ts'
import { DEFAULT_LANGUAGE, getLocale, type Language } from '#messages/language.ts'
import { getCanonicalPath } from '../page-head.tsx'
import type { PageTitles } from '../page-titles.ts'
import { getSocialImageUrl, SOCIAL_IMAGE } from './social-image-url.ts'
import type { StructuredData } from './structured-data.ts'

interface MetaTagsParams extends PageTitles {
  origin: string
  content: PublicSiteContent
  type: 'website' | 'product' | 'article'
  picture: (Picture & { alt: string }) | undefined
  data: StructuredData[]
}

/** Renders the Open Graph tags and the JSON-LD of a page, for search engines and social networks. Browsers do not use them. */
export function renderMetaTags(params: MetaTagsParams): string {
  const { title, description, origin, content, type, picture, data } = params
  return [
    renderMeta('og:type', type),
    renderMeta('og:site_name', content.company.name),
    renderMeta('og:locale', getLocale().replace('-', '_')),
    renderMeta('og:title', title),
    renderMeta('og:description', description),
    renderMeta('og:url', origin + getCanonicalPath(params)),
    ...renderVersions(params),
    ...(picture ? renderPictureTags(picture, origin) : []),
    `<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}">`,
    ...data.map(
      (entry) =>
        `<script type="application/ld+json">${JSON.stringify(entry).replaceAll('<', '\\u003c')}</script>`,
    ),
  ].join('')
}

/** The page in all languages of the site in which it is complete; none if that is English only. */
function renderVersions({ origin, path, languages = [], content }: MetaTagsParams): string[] {
  const shown = languages.filter((language) => content.languages[language] === 'on')
  if (shown.length === 0) return []
  const all: Language[] = [DEFAULT_LANGUAGE, ...shown]
  const renderVersion = (code: string, language: Language) =>
    `<link rel="alternate" hreflang="${code}" href="${escapeHtml(origin + toLanguagePath(path, language))}">`
  return [
    ...all.map((language) => renderVersion(language, language)),
    renderVersion('x-default', DEFAULT_LANGUAGE),
  ]
}

function renderPictureTags(picture: Picture & { alt: string }, origin: string): string[] {
  const url = getSocialImageUrl(picture, origin)
  return [
    renderMeta('og:image', url),
    ...(url === picture.url && !picture.width
      ? []
      : [
          renderMeta('og:image:width', SOCIAL_IMAGE.width),
          renderMeta('og:image:height', SOCIAL_IMAGE.height),
        ]),
    renderMeta('og:image:alt', picture.alt),
  ]
}

const renderMeta = (property: string, content: string | number) =>
  `<meta property="${property}" content="${escapeHtml(String(content))}">`

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
