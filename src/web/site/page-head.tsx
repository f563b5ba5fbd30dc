import { createContext, useContext } from 'react'
import type { PageTexts } from './page-texts.ts'

/** Scheme and host of the site, for absolute addresses. */
export const OriginContext = createContext('')

/** Title, description and the one address of a page. What else its head holds only the server writes (page-tags.ts). */
export function PageHead({ title, description, path }: PageTexts) {
  const origin = useContext(OriginContext)
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={origin + path} />
    </>
  )
}
