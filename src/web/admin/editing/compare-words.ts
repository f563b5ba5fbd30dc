import { type ChangeObject, diffWordsWithSpace } from 'diff'

export interface ComparedText {
  text: string
  isChanged: boolean
}

/** Texts that differ in more words are shown as a whole. */
const MAX_EDITS = 500
/** Unchanged words between changes: longer ones are shortened to this many characters on each side. */
const MAX_CONTEXT = 80

/** Returns two texts in parts, with the words marked that only one of them has. Long unchanged parts are shortened. */
export function compareWords(
  before: string,
  after: string,
): { before: ComparedText[]; after: ComparedText[] } {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS })
  if (!parts?.some(({ added, removed, value }) => !added && !removed && value.trim()))
    return { before: [{ text: before, isChanged: true }], after: [{ text: after, isChanged: true }] }
  const pick = (isLeftOut: (part: ChangeObject<string>) => boolean) =>
    parts.flatMap((part, index) => {
      if (isLeftOut(part)) return []
      const isChanged = part.added || part.removed
      const text = isChanged
        ? part.value
        : shorten(part.value, { isFirst: index === 0, isLast: index === parts.length - 1 })
      return [{ text, isChanged }]
    })
  return { before: pick(({ added }) => added), after: pick(({ removed }) => removed) }
}

function shorten(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const head = isFirst ? '' : text.slice(0, MAX_CONTEXT)
  const tail = isLast ? '' : text.slice(-MAX_CONTEXT)
  return head.length + tail.length + 3 >= text.length ? text : `${head} … ${tail}`
}
