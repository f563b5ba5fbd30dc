import { DEFAULT_LANGUAGE, findLanguage, getLanguage, type Language } from '#messages/language.ts'

/** The first part of the addresses of a language: '/ta', or '' for the default language. */
export const getLanguagePrefix = (language: Language = getLanguage()): string =>
  language === DEFAULT_LANGUAGE ? '' : `/${language}`

/**
 * Returns the language of a path, and the path without it: '/ta/products' → 'ta' and '/products'. It has one slash at its beginning:
 * with two, as in '/ta//works.example', it would be the address of another host.
 */
export function splitLanguage(pathname: string): { language: Language; path: string } {
  const found = findLanguage(pathname.split('/')[1])
  const language = found ?? DEFAULT_LANGUAGE
  const path = language === DEFAULT_LANGUAGE ? pathname : pathname.slice(language.length + 1)
  return { language, path: path.replace(/^\/*/, '/') }
}

/** Returns the address of a page in a language: '/products' → '/ta/products', '/#contact' → '/ta#contact'. What is no path of this site stays. */
export function toLanguagePath(to: string, language: Language = getLanguage()): string {
  const prefix = getLanguagePrefix(language)
  if (!prefix || !/^\/(?!\/)/.test(to)) return to
  return prefix + to.replace(/^\/(?=[?#]|$)/, '')
}
