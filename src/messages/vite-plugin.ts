import type { Plugin } from 'vite'
import { compileMessage } from './compile-message.ts'
import { findMessageCalls } from './message-calls.ts'

/**
 * Puts the compiled messages into the code for browsers, so that a page loads those that it uses, and no compiler. A text
 * without values replaces its call.
 */
export function compiledMessages(): Plugin {
  return {
    name: 'capstan:messages',
    apply: 'build',
    resolveId: {
      filter: { id: /^@formatjs\// },
      async handler(id, importer) {
        // Nothing uses the parser; its enumerations would stay.
        const resolved = await this.resolve(id, importer, { skipSelf: true })
        return resolved && { ...resolved, moduleSideEffects: false }
      },
    },
    transform: {
      order: 'post',
      filter: { id: /\/src\/(?:web|contracts)\//, code: /\b(?:t|tParts|msg)\(/ },
      handler(code) {
        let replaced = code
        for (const { text, call, ...place } of findMessageCalls(this.parse(code)).toReversed()) {
          const { start, end } = call ?? place
          replaced = replaced.slice(0, start) + JSON.stringify(compileMessage(text)) + replaced.slice(end)
        }
        return { code: replaced, map: null }
      },
    },
  }
}
