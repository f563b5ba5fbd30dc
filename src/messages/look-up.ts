import { compileMessage } from './compile-message.ts'
import type { CompiledMessage } from './format-message.ts'
import { getLanguage } from './language.ts'
import { translate } from './translations.ts'

/** Returns the message of a text in the present language. In built scripts the text is that already (vite-plugin.ts). */
export const lookUp = (text: string): CompiledMessage => compileMessage(translate(text, getLanguage()))
