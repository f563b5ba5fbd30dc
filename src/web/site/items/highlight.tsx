/** A text with the search term highlighted; its words one by one if the text does not contain the complete term. */
export function Highlight({ text, term = '' }: { text: string; term?: string | undefined }) {
  const phrase = term.trim()
  if (!phrase) return text
  const segments = splitByTerms(text, [phrase])
  return (segments.length > 1 ? segments : splitByTerms(text, phrase.split(/\s+/))).map((segment, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a text keep their order
      <mark key={index}>{segment}</mark>
    ) : (
      segment
    ),
  )
}

/** Splits a text so that every second segment is one of `terms`, ignoring case. */
function splitByTerms(text: string, terms: string[]): string[] {
  const escaped = terms.map((term) => term.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return text.split(new RegExp(`(${escaped.join('|')})`, 'i'))
}
