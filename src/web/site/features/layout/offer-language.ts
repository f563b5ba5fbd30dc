import { toLanguagePath, toPagePath } from '#contracts/language-path.ts'
import { LANGUAGES, type Language } from '#messages/language.ts'
import { showToast } from '#web/lib/toast.ts'

/** The languages that were offered to this browser, separated by spaces. */
const STORAGE_KEY = 'offeredLanguages'

/** In the language that is offered, which the page may not have loaded. */
const OFFERS: Record<Language, string> = {
  en: 'This page is also available in English.',
  ta: 'இந்தப் பக்கம் தமிழிலும் உள்ளது.',
  hi: 'यह पेज हिन्दी में भी उपलब्ध है।',
}

/** Offers the present page in a language, once in this browser; without storage never. */
export function offerLanguage(language: Language): void {
  try {
    const offered = localStorage.getItem(STORAGE_KEY)?.split(' ') ?? []
    if (offered.includes(language)) return
    localStorage.setItem(STORAGE_KEY, [...offered, language].join(' '))
  } catch {
    return
  }
  const open = () => {
    const path = toPagePath(location.pathname)
    location.assign(toLanguagePath(path + location.search + location.hash, language))
  }
  showToast({ title: OFFERS[language], action: { label: LANGUAGES[language].name, run: open } })
}
