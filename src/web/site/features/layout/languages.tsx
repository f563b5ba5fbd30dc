import { Languages } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useSearch } from 'wouter'
import { toLanguagePath, toPagePath } from '#contracts/language-path.ts'
import {
  DEFAULT_LANGUAGE,
  getLanguage,
  LANGUAGES,
  type Language,
  TRANSLATED_LANGUAGES,
} from '#messages/language.ts'
import { t } from '#messages/messages.ts'
import { usePathname } from '#web/lib/navigation/navigation.tsx'
import { useSiteContent } from '#web/lib/site-content.tsx'
import { BAR_MENU_LINK_CLASS, BarMenu } from './bar-menu.tsx'

/** The languages of the site, each with the address of the present page in it; none if there is only one. */
function useLanguageLinks() {
  const { languages } = useSiteContent()
  const path = toPagePath(usePathname())
  const search = useSearch()
  const shown = TRANSLATED_LANGUAGES.filter((language) => languages[language] === 'on')
  if (shown.length === 0) return []
  const all: Language[] = [DEFAULT_LANGUAGE, ...shown]
  return all.map((language) => ({
    language,
    name: LANGUAGES[language].name,
    href: toLanguagePath(path + (search && `?${search}`), language),
  }))
}

/** The languages as an entry of the bar. */
export function LanguageMenu() {
  const links = useLanguageLinks()
  const offer = useEffectEvent(() => {
    const wanted = findPreferred(links.map(({ language }) => language))
    if (wanted && wanted !== getLanguage())
      import('./offer-language.ts').then(({ offerLanguage }) => offerLanguage(wanted)).catch(() => undefined)
  })
  useEffect(() => offer(), [])
  if (links.length === 0) return null
  return (
    <BarMenu
      isAtEnd
      label={t('Language: {name}', { name: LANGUAGES[getLanguage()].name })}
      summary={<Languages aria-hidden="true" size={22} />}
    >
      {() => listLinks(links, BAR_MENU_LINK_CLASS)}
    </BarMenu>
  )
}

/** The first language of the browser's settings that the site has. */
function findPreferred(languages: readonly Language[]): Language | undefined {
  for (const tag of navigator.languages) {
    const language = languages.find((each) => each === tag.split('-')[0])
    if (language) return language
  }
  return undefined
}

/** The languages in a row, such as in the footer. */
export function LanguageRow({ className }: { className: string }) {
  const links = useLanguageLinks()
  if (links.length === 0) return null
  return (
    <nav aria-label={t('Language')} className="flex flex-wrap gap-x-4">
      {listLinks(links, className)}
    </nav>
  )
}

/** Each language in its own words. The links load their pages, because each language has scripts of its own. */
const listLinks = (links: ReturnType<typeof useLanguageLinks>, className: string) =>
  links.map(({ language, name, href }) => (
    <a
      key={language}
      href={href}
      lang={language}
      hrefLang={language}
      aria-current={language === getLanguage() ? 'true' : undefined}
      className={className}
    >
      {name}
    </a>
  ))
