/** A text in which what was searched for stands out; its words one by one where the whole does not occur. */
export function Highlight({ text, term = '' }: { text: string; term?: string | undefined }) {
  const phrase = term.trim()
  if (!phrase) return text
  const segments = splitByTerms(text, [phrase])
  return (segments.length > 1 ? segments : splitByTerms(text, phrase.split(/\s+/))).map((segment, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <mark key={index}>{segment}</mark>
    ) : (
      segment
    ),
  )
}

/** Every second part is one of `words`, whatever its case. */
function splitByTerms(text: string, terms: string[]): string[] {
  const escaped = terms.map((term) => term.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return text.split(new RegExp(`(${escaped.join('|')})`, 'i'))
}
