import { setImmediate as nextTurn } from 'node:timers/promises'
import { hasWords } from '#contracts/fields/content-texts.ts'
import { type PlacedText, TEXT_GROUP_NAMES, type TextGroup } from '#contracts/translation/translation.ts'
import type { TextSource } from '#server/kernel/translation.ts'

const MAX_USES = 3

/** A text with the places where it stands. */
export interface Text {
  source: string
  group: TextGroup
  /** Whether it names specifications, categories or subjects, wherever else it stands. */
  isLabel: boolean
  /** The first three. */
  uses: PlacedText[]
  useCount: number
}

/** The groups whose texts many items share: the most frequent first. */
const SHARED_GROUPS: readonly TextGroup[] = ['label', 'value']

/** Lists the texts of all documents, or of one, that have words, each once. */
export async function listTexts(sources: readonly TextSource[], document?: string): Promise<Text[]> {
  const texts = new Map<string, Text>()
  for (const source of sources)
    for await (const batch of source.listTexts(document)) {
      for (const place of batch) addText(texts, place)
      await nextTurn()
    }
  const all = [...texts.values()]
  return document ? all : all.sort(byGroup)
}

function addText(texts: Map<string, Text>, place: PlacedText): void {
  const { text: source, group } = place
  const known = texts.get(source)
  if (known) {
    known.useCount++
    known.isLabel ||= group === 'label'
    if (known.uses.length < MAX_USES) known.uses.push(place)
  } else if (hasWords(source))
    texts.set(source, { source, group, isLabel: group === 'label', uses: [place], useCount: 1 })
}

const byGroup = (one: Text, other: Text): number =>
  TEXT_GROUP_NAMES.indexOf(one.group) - TEXT_GROUP_NAMES.indexOf(other.group) ||
  (SHARED_GROUPS.includes(one.group) ? other.useCount - one.useCount : 0)
