import type { QuotationLine } from '#contracts/quotation/quotation.ts'

/** The heading of lines without one that follow those of a group. */
const UNGROUPED_TITLE = 'Other items'

/** Lines below one heading. */
export interface LineGroup<Line> {
  /** '' for lines without a heading. */
  title: string
  lines: Line[]
}

/**
 * Divides lines in their order at every change of the group. Lines without a group that follow one get a heading of their own,
 * so that they visibly leave it.
 */
export function groupLines<Line extends Pick<QuotationLine, 'group'>>(lines: Line[]): LineGroup<Line>[] {
  const groups: LineGroup<Line>[] = []
  lines.forEach((line, index) => {
    const last = groups.at(-1)
    if (last && lines[index - 1]?.group === line.group) last.lines.push(line)
    else groups.push({ title: line.group || (last ? UNGROUPED_TITLE : ''), lines: [line] })
  })
  return groups
}

/** Returns the ids of the items of lines, each once. */
export const listItems = (lines: { item?: string | null | undefined }[]): string[] => [
  ...new Set(lines.flatMap(({ item }) => item ?? [])),
]

/** Returns the number of each line by its key: first those that are ordered, then the options. */
export function numberLines(lines: QuotationLine[]): ReadonlyMap<string, number> {
  const ordered = lines.filter(({ optional }) => !optional)
  const options = lines.filter(({ optional }) => optional)
  return new Map([...ordered, ...options].map(({ key = '' }, index) => [key, index + 1]))
}

/** Returns what an option is called beside its text; '' for an ordinary line. */
export function describeOption(
  { optional, alternativeTo }: QuotationLine,
  numbers: ReadonlyMap<string, number>,
): string {
  if (!optional) return ''
  const replaced = numbers.get(alternativeTo)
  return replaced === undefined ? 'Optional' : `Alternative to line ${replaced}`
}
