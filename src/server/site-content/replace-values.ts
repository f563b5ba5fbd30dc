import { joinPath } from '#contracts/fields/fields.ts'

/** Which values of a document are meant: those under this key that are of the type. */
export interface ValueKind<Value> {
  key: string
  is: (value: unknown) => value is Value
}

/** Returns a copy of a document in which these values are replaced. `path` is the dotted path of a value. */
export function replaceValues<Value, Document>(
  document: Document,
  kind: ValueKind<Value>,
  replace: (value: Value, path: string) => unknown,
  path = '',
): Document {
  if (typeof document !== 'object' || document === null) return document
  if (Array.isArray(document))
    return document.map((entry, index) =>
      replaceValues(entry, kind, replace, joinPath(path, index)),
    ) as Document
  const entries = Object.entries(document).map(([key, value]) => {
    const at = joinPath(path, key)
    const isMeant = key === kind.key && kind.is(value)
    return [key, isMeant ? replace(value, at) : replaceValues(value, kind, replace, at)]
  })
  return Object.fromEntries(entries) as Document
}

/** Returns these values of a document, each with its dotted path. */
export function listValues<Value>(
  document: unknown,
  kind: ValueKind<Value>,
): { value: Value; path: string }[] {
  const found: { value: Value; path: string }[] = []
  replaceValues(document, kind, (value, path) => {
    found.push({ value, path })
    return null
  })
  return found
}
