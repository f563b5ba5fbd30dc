import { toLanguagePath } from '#contracts/language-path.ts'
import { DEFAULT_LANGUAGE, getLanguage } from '#messages/language.ts'
import { useOrigin } from '../lib/navigation/navigation.tsx'
import type { PageTitles } from './page-titles.ts'

/** Title, description and canonical URL of a page. The server adds further tags (meta-tags.ts). */
export function PageHead(titles: PageTitles) {
  const { title, description } = titles
  const origin = useOrigin()
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={origin + getCanonicalPath(titles)} />
    </>
  )
}

/** The path of the page in its language if it is complete in it, otherwise in English. */
export function getCanonicalPath({ path, languages }: PageTitles): string {
  const language = languages?.find((each) => each === getLanguage())
  return toLanguagePath(path, language ?? DEFAULT_LANGUAGE)
}
