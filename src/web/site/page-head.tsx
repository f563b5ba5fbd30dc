import { useOrigin } from '../lib/navigation/navigation.tsx'
import type { PageTitles } from './page-titles.ts'

/** Title, description and canonical URL of a page. The server adds further tags (meta-tags.ts). */
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
