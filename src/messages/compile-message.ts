import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { CompiledMessage, MessagePart } from './format-message.ts'

/** By their texts. */
const compiled = new Map<string, CompiledMessage>()

/**
 * Compiles a message once. Throws an error with a reason for what is no ICU message, or uses more of the syntax than the site
 * does.
 */
export function compileMessage(text: string): CompiledMessage {
  const known = compiled.get(text)
  if (known !== undefined) return known
  const message = compileElements(parse(text, { ignoreTag: true }))
  compiled.set(text, message)
  return message
}

function compileElements(elements: readonly MessageFormatElement[]): CompiledMessage {
  const parts = elements.map(compileElement)
  return parts.every((part) => typeof part === 'string') ? parts.join('') : parts
}

function compileElement(element: MessageFormatElement): MessagePart {
  switch (element.type) {
    case TYPE.literal:
      // An apostrophe before a place makes it a text.
      if (/[{}]/.test(element.value)) throw new Error('Double the apostrophe before {.')
      return element.value
    case TYPE.pound:
      return 0
    case TYPE.argument:
      return [element.value]
    case TYPE.plural:
    case TYPE.select: {
      if (element.type === TYPE.plural && (element.offset || element.pluralType === 'ordinal'))
        throw new Error('Plurals have neither an offset nor ordinals.')
      const branches = Object.entries(element.options).map(
        ([key, { value }]) => [key, compileElements(value)] as const,
      )
      return [element.value, element.type === TYPE.plural ? 1 : 2, Object.fromEntries(branches)]
    }
    default:
      throw new Error('Only arguments, plurals and selections are used. Format dates and numbers before.')
  }
}
