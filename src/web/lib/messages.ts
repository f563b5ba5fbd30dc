import type { ReactNode } from 'react'
import type { Message, ValuesOf } from '#contracts/message.ts'
import { compileMessage } from '#messages/compile-message.ts'
import { type CompiledMessage, formatParts } from '#messages/format-message.ts'

const LOCALE = 'en-IN'

/** The build for browsers has put a compiled message into the place of each text (messages/vite-plugin.ts). */
const toCompiled: (text: string) => CompiledMessage =
  import.meta.env.PROD && !import.meta.env.SSR ? (text) => text : compileMessage

type Values<Text extends string, Value> = keyof ValuesOf<Text> extends never
  ? []
  : [values: ValuesOf<Text, Value>]
/** A text in the code, or one that `msg` has marked. */
type Translatable<Text extends string> = string extends Text ? Message : Text

/** Returns a text of the user interface in the language of the page. Numbers are written with their digits in groups. */
export const t = <const Text extends string>(
  text: Translatable<Text>,
  ...[values]: Values<Text, string | number>
): string => getParts<string>(text, values).join('')

/** Returns the parts of a text some of which are elements: 'Read our {notice}.' with a link. */
export const tParts = <const Text extends string>(
  text: Translatable<Text>,
  ...[values]: Values<Text, ReactNode>
): ReactNode[] => getParts<ReactNode>(text, values)

const getParts = <Value>(text: string, values: object = {}) =>
  formatParts<Value>(toCompiled(text), values as Record<string, Value | string | number>, LOCALE)
