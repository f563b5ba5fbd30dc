import type { Plugin } from 'vite'
import { compileMessage } from './compile-message.ts'
import type { Language } from './language.ts'
import { findMessageCalls } from './message-calls.ts'
import { translate } from './translations.ts'

/**
 * Puts the compiled messages of a language into the code for browsers, so that a page loads those that it uses, and no compiler.
 * A text without values replaces its call.
 */
export function compiledMessages(language: Language): Plugin {
  return {
    name: 'capstan:messages',
    apply: 'build',
    transform: {
      order: 'post',
      filter: { id: /\/src\/(?:web|contracts)\//, code: /\b(?:t|tParts|msg)\(/ },
      handler(code) {
        let replaced = code
        for (const { text, call, ...place } of findMessageCalls(this.parse(code)).toReversed()) {
          const { start, end } = call ?? place
          replaced =
            replaced.slice(0, start) +
            JSON.stringify(compileMessage(translate(text, language))) +
            replaced.slice(end)
        }
        return { code: replaced, map: null }
      },
    },
  }
}
