/** A text in which what was searched for stands out; its words one by one where the whole does not occur. */
export function Marked({ text, term = '' }: { text: string; term?: string | undefined }) {
  const whole = term.trim()
  if (!whole) return text
  const parts = splitBy(text, [whole])
  return (parts.length > 1 ? parts : splitBy(text, whole.split(/\s+/))).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <mark key={index}>{part}</mark>
    ) : (
      part
    ),
  )
}

/** Every second part is one of `words`, whatever its case. */
function splitBy(text: string, words: string[]): string[] {
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return text.split(new RegExp(`(${escaped.join('|')})`, 'i'))
}
