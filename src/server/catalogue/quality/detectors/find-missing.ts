import { isCode } from '#contracts/item/code.ts'
import { DEFAULT_CATEGORIES, KIND_LABELS, type Kind } from '#contracts/item/kind.ts'
import {
  getMostFrequent,
  getOrCreate,
  increment,
  type QualityFinding,
  type ScannedItem,
  sum,
  toKey,
} from '../sample.ts'

/** An HSN code is proposed if this share of the category has it. */
const MIN_HSN_SHARE = 0.6

/** What an item lacks, and how the titles name it. */
const MISSING = {
  picture: { label: 'a picture', lacks: ({ hasPicture }) => !hasPicture },
  price: { label: 'a price', lacks: ({ hasPrice, kind }) => !hasPrice && kind !== 'service' },
  code: {
    label: 'a code',
    lacks: ({ code, kind, specifications }) =>
      code === null && kind !== 'service' && !specifications.some(isCode),
  },
  hsn: { label: 'an HSN or SAC code', lacks: ({ hsn }) => hsn === null },
} satisfies Record<string, { label: string; lacks: (item: ScannedItem) => boolean }>
type MissingField = keyof typeof MISSING

interface Gap {
  field: MissingField
  kind: Kind
  category: string
  rowIds: number[]
}

/** Collects published items one by one, and finds what they lack by category. */
export class MissingFinder {
  readonly #gaps = new Map<string, Gap>()
  readonly #hsnCodes = new Map<string, Map<string, number>>()

  add(item: ScannedItem): void {
    const { kind, category, rowId, hsn } = item
    for (const field of Object.keys(MISSING) as MissingField[]) {
      if (!MISSING[field].lacks(item)) continue
      const create = (): Gap => ({ field, kind, category, rowIds: [] })
      getOrCreate(this.#gaps, `${field}\n${kind}\n${category}`, create).rowIds.push(rowId)
    }
    if (hsn === null) return
    increment(
      getOrCreate(this.#hsnCodes, `${kind}\n${category}`, () => new Map<string, number>()),
      hsn,
    )
  }

  *find(): Generator<QualityFinding> {
    for (const { field, kind, category, rowIds } of this.#gaps.values()) {
      const label = KIND_LABELS[kind][rowIds.length === 1 ? 'label' : 'pluralLabel']
      const group = category === DEFAULT_CATEGORIES[kind] ? '' : ` of '${category}'`
      const hsn = field === 'hsn' ? this.#proposeHsn(kind, category) : undefined
      yield {
        key: toKey(field, kind, category),
        type: field,
        kind,
        title: `${label}${group} without ${MISSING[field].label}`,
        detail: hsn ? `Most others have ${hsn}.` : 'Drafts are not counted.',
        rowIds,
        names: [],
        fix: hsn ? { action: 'hsn', hsn } : null,
      }
    }
  }

  #proposeHsn(kind: Kind, category: string): string | undefined {
    const codes = this.#hsnCodes.get(`${kind}\n${category}`) ?? new Map<string, number>()
    const [hsn, count] = getMostFrequent(codes)
    return hsn !== undefined && count >= sum(codes) * MIN_HSN_SHARE ? hsn : undefined
  }
}
