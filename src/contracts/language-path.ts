import { DEFAULT_LANGUAGE, findLanguage, getLanguage, type Language } from '#messages/language.ts'

/** The first part of the addresses of a language: '/ta', or '' for the default language. */
export const getLanguagePrefix = (language: Language = getLanguage()): string =>
  language === DEFAULT_LANGUAGE ? '' : `/${language}`

/** Returns the language of a path, whether the site has it or not, and the path without it: '/ta/products' → 'ta' and '/products'. */
export function splitLanguage(pathname: string): { language: Language; path: string } {
  const language = findLanguage(pathname.split('/')[1]) ?? DEFAULT_LANGUAGE
  return { language, path: toPagePath(pathname, language) }
}

/**
 * Returns a path without a language. It has one slash at its beginning: with two, as in '/ta//works.example', it would be the
 * address of another host. In a browser, only the language of its document is one.
 */
export function toPagePath(pathname: string, language: Language = getLanguage()): string {
  const prefix = getLanguagePrefix(language)
  const path = `${pathname}/`.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname
  return path.replace(/^\/*/, '/')
}

/** Returns the address of a page in a language: '/products' → '/ta/products', '/#contact' → '/ta#contact'. What is no path of this site stays. */
export function toLanguagePath(to: string, language: Language = getLanguage()): string {
  const prefix = getLanguagePrefix(language)
  if (!prefix || !/^\/(?!\/)/.test(to)) return to
  return prefix + to.replace(/^\/(?=[?#]|$)/, '')
}
