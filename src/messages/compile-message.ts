import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { CompiledMessage, MessagePart } from './format-message.ts'

/** Compiles a message. Throws an error with a reason for what is no ICU message, or uses more of the syntax than the site does. */
export function compileMessage(text: string): CompiledMessage {
  const parts = compileElements(parse(text, { ignoreTag: true }))
  return parts.every((part) => typeof part === 'string') ? parts.join('') : parts
}

const compileElements = (elements: readonly MessageFormatElement[]): MessagePart[] =>
  elements.map(compileElement)

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
      const branches = Object.entries(element.options).map(([key, { value }]): [string, CompiledMessage] => {
        const parts = compileElements(value)
        return [key, parts.every((part) => typeof part === 'string') ? parts.join('') : parts]
      })
      return [element.value, element.type === TYPE.plural ? 1 : 2, Object.fromEntries(branches)]
    }
    default:
      throw new Error('Only arguments, plurals and selections are used. Format dates and numbers before.')
  }
}
