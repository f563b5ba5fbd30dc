import { groupDigits } from './group-digits.ts'

/** A message as the compiler leaves it: a text, or its parts in order. */
export type CompiledMessage = string | readonly MessagePart[]
/** A text; 0: the number of the plural around it; the name of an argument; or a choice by a number (1) or a word (2). */
export type MessagePart =
  | string
  | 0
  | readonly [name: string]
  | readonly [name: string, by: 1 | 2, branches: Readonly<Record<string, CompiledMessage>>]

let rules: { locale: string; plural: Intl.PluralRules } | undefined

/** Returns the parts of a message with its values in their places. Throws nothing: a missing value is left out. */
export function formatParts<Value>(
  message: CompiledMessage,
  values: Readonly<Record<string, Value | string | number>>,
  locale: string,
  count?: number,
): (Value | string)[] {
  if (typeof message === 'string') return [message]
  return message.flatMap((part) => {
    if (typeof part === 'string') return [part]
    if (part === 0) return [groupDigits(count ?? 0)]
    const [name, by, branches = {}] = part
    const value = values[name]
    if (!by) return [Number.isInteger(value) ? groupDigits(value as number) : ((value as Value) ?? '')]
    const branch =
      branches[by === 1 ? `=${value}` : String(value)] ??
      branches[by === 1 ? getPluralForm(Number(value), locale) : 'other'] ??
      branches.other ??
      ''
    return formatParts(branch, values, locale, by === 1 ? Number(value) : count)
  })
}

/** English needs no rules of `Intl`, the first of which takes a browser longer than hydrating a page. */
function getPluralForm(count: number, locale: string): string {
  if (locale.startsWith('en')) return count === 1 ? 'one' : 'other'
  if (rules?.locale !== locale) rules = { locale, plural: new Intl.PluralRules(locale) }
  return rules.plural.select(count)
}
