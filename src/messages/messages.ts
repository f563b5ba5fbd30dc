import type { ReactNode } from 'react'
import { formatParts } from './format-message.ts'
import { getLocale } from './language.ts'
import { lookUp } from './look-up.ts'

/*
 * A message is a text of the user interface in English, in the syntax of ICU MessageFormat, and the key of its translations:
 * 'Found {count, plural, one {# machine} other {# machines}} in {place}'.
 */

/** A text that `msg` has marked, to be translated where it is shown. */
export type Message = string & { readonly message: true }

/** The values that a message needs, by the names of its arguments. */
type ValuesOf<Text extends string, Value = string | number> = {
  [Name in ArgumentName<Text>]: Name extends PluralName<Text> ? number : Value
}

type ArgumentName<Text extends string> = Text extends `${string}{${infer Inside}}${infer Rest}`
  ? NameIn<Inside> | ArgumentName<Rest>
  : never
/** The branches of a plural are words, which no name contains. */
type NameIn<Inside extends string> = Inside extends `${infer Name}, ${'plural' | 'select'}, ${string}`
  ? Name
  : Inside extends `${string} ${string}` | `${string}#${string}` | ''
    ? never
    : Inside
type PluralName<Text extends string> = Text extends `${string}{${infer Inside}}${infer Rest}`
  ? (Inside extends `${infer Name}, plural, ${string}` ? Name : never) | PluralName<Rest>
  : never

/** Marks a text that is defined apart from where it is shown. */
export const msg = <const Text extends string>(text: Text): Text & Message => text as Text & Message

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
  formatParts<Value>(lookUp(text), values as Record<string, Value | string | number>, getLocale())
