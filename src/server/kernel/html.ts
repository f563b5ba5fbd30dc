/** HTML whose values were escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type HtmlValue = string | number | Html | false | null | undefined | readonly HtmlValue[]

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)

/** A template tag: escapes texts and numbers, inserts `Html` as it is and lists without separators; false and null are nothing. */
export const html = (parts: TemplateStringsArray, ...values: HtmlValue[]): Html =>
  new Html(parts.reduce((before, part, index) => before + toText(values[index - 1]) + part))

function toText(value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(toText).join('')
  return escapeHtml(String(value))
}
