import { useOrigin } from '../lib/navigation.tsx'
import type { PageTitles } from './page-titles.ts'

/** Title, description and the one address of a page. What else its head holds only the server writes (page-tags.ts). */
export function PageHead({ title, description, path }: PageTitles) {
  const origin = useOrigin()
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={origin + path} />
    </>
  )
}
