import type { PublicationType } from './fields.ts'

/** The path of the page of a publication. Apart from the fields, which no page of the site needs. */
export const getPublicationPath = ({ type, slug }: { type: PublicationType; slug: string }): string =>
  type === 'article' ? `/articles/${slug}` : `/${slug}`

/** The path of the picture that social networks show with a link to it. A change gives it another one. */
export const getSocialPicturePath = ({
  type,
  slug,
  updatedAt,
}: {
  type: PublicationType
  slug: string
  updatedAt: string
}): string => `/social/${type}/${encodeURIComponent(slug)}.jpg?v=${Date.parse(updatedAt)}`
