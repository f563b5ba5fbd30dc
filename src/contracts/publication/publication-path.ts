import type { PublicationType } from './fields.ts'

/** The path of the page of a publication. Apart from the fields, which no page of the site needs. */
export const getPublicationPath = ({ type, slug }: { type: PublicationType; slug: string }): string =>
  type === 'article' ? `/articles/${slug}` : `/${slug}`
