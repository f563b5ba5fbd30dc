import { compileMessage } from './compile-message.ts'
import type { CompiledMessage } from './format-message.ts'
import type { LanguageCode } from './languages.ts'

/** The translations of each language but the first, by the English text. */
const TRANSLATIONS: Partial<Record<LanguageCode, Readonly<Record<string, string>>>> = {}

const compiled = new Map<string, CompiledMessage>()

/** Returns the message of a language for an English text: the English one, if it has no translation. */
export function findMessage(language: LanguageCode, text: string): CompiledMessage {
  const translated = TRANSLATIONS[language]?.[text] ?? text
  const known = compiled.get(translated)
  if (known !== undefined) return known
  const message = compileMessage(translated)
  compiled.set(translated, message)
  return message
}
