import { GST_STATES, type GstState } from '#contracts/gst/states.ts'
import { CHARGE_LABELS, CHARGE_NAMES } from '#contracts/quotation/limits.ts'
import { TERM_LABELS } from '#contracts/quotation/terms.ts'
import { type Draft, type DraftLine, isBlank, isSame } from './draft.ts'

/** A field that two people have changed differently. */
export interface DraftConflict {
  /** 'subject', 'buyer.gstin', 'lines.a1.quantity'; 'lines.a1' for a line that one of them removed. */
  path: string
  label: string
  /** As people read them; '' for an empty field. */
  mine: string
  theirs: string
  /** Puts a draft into the state in which it has their value. */
  takeTheirs: (draft: Draft) => Draft
  /** Puts a draft into the state in which it has the user's value. */
  keepMine: (draft: Draft) => Draft
}

export interface MergedDraft {
  /** With the user's value of each conflict. */
  draft: Draft
  conflicts: DraftConflict[]
}

const LINE_LABELS: Record<Exclude<keyof DraftLine, 'key'>, string> = {
  item: 'item',
  code: 'code',
  description: 'description',
  hsn: 'HSN',
  quantity: 'quantity',
  unit: 'unit',
  unitPrice: 'rate',
  discountPercent: 'discount',
  gstRate: 'GST rate',
  optional: 'optional',
  alternativeTo: 'alternative',
  group: 'heading',
  specifications: 'specifications',
  picture: 'picture',
}

type FieldName = Exclude<keyof Draft, 'lines' | 'charges' | 'buyer' | 'terms'>
const FIELD_LABELS: Record<FieldName, string> = {
  enquiry: 'Enquiry',
  customer: 'Customer',
  ownerId: 'In charge',
  subject: 'Subject',
  customerReference: "Buyer's reference",
  placeOfSupply: 'Place of supply',
  currency: 'Currency',
  exchangeRate: 'Exchange rate',
  discountPercent: 'Discount on the total',
  sez: 'Special economic zone',
  validUntil: 'Valid until',
  showPictures: 'Show pictures',
  attachDataSheets: 'Attach data sheets',
}

const BUYER_LABELS: Record<keyof Draft['buyer'], string> = {
  name: 'Contact person',
  position: 'Position',
  company: 'Company',
  gstin: 'GSTIN',
  email: 'Email',
  phone: 'Phone',
  billingAddress: 'Billing address',
  deliveryAddress: 'Delivery address',
}

/**
 * Merges what two people have made of `base`. Different fields and lines are combined. Where both have changed the same field
 * differently, the result has the user's value and names the conflict.
 */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft): MergedDraft {
  const conflicts: DraftConflict[] = []
  const draft = { ...mine }
  for (const [name, label] of Object.entries(FIELD_LABELS) as [FieldName, string][])
    mergeField(conflicts, {
      path: name,
      label,
      values: [base[name], mine[name], theirs[name]],
      set: (target, value) => ({ ...target, [name]: value }),
      apply: (value) => Object.assign(draft, { [name]: value }),
    })
  draft.buyer = mergeRecord(conflicts, 'buyer', BUYER_LABELS, [base, mine, theirs])
  const termNames = new Set([base, mine, theirs].flatMap(({ terms }) => Object.keys(terms)))
  const termLabels = [...termNames].map((name) => [name, toTermLabel(name)])
  draft.terms = mergeRecord(conflicts, 'terms', Object.fromEntries(termLabels), [base, mine, theirs])
  const chargeLabels = Object.fromEntries(CHARGE_NAMES.map((name) => [name, CHARGE_LABELS[name]]))
  draft.charges = mergeRecord(conflicts, 'charges', chargeLabels, [base, mine, theirs])
  draft.lines = mergeLines(conflicts, [base.lines, mine.lines, theirs.lines])
  return { draft, conflicts }
}

const toTermLabel = (name: string) =>
  name in TERM_LABELS ? TERM_LABELS[name as keyof typeof TERM_LABELS] : name

interface MergedField {
  path: string
  label: string
  values: [base: unknown, mine: unknown, theirs: unknown]
  set: (draft: Draft, value: unknown) => Draft
  /** Takes their value into the result. */
  apply: (value: unknown) => void
}

function mergeField(
  conflicts: DraftConflict[],
  { path, label, values: [base, mine, theirs], set, apply }: MergedField,
): void {
  if (isSame(mine, theirs) || isSame(base, theirs)) return
  if (isSame(base, mine)) {
    apply(theirs)
    return
  }
  conflicts.push({
    path,
    label,
    mine: toReadable(path, mine),
    theirs: toReadable(path, theirs),
    takeTheirs: (draft) => set(draft, theirs),
    keepMine: (draft) => set(draft, mine),
  })
}

function toReadable(path: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (path === 'placeOfSupply' && value) return GST_STATES[value as GstState]
  if (Array.isArray(value)) return value.map((pair) => (pair as string[]).join(': ')).join(', ')
  if (typeof value === 'object' && value !== null) return Object.values(value).filter(Boolean).join(', ')
  return String(value ?? '')
}

function mergeRecord<Name extends 'buyer' | 'terms' | 'charges'>(
  conflicts: DraftConflict[],
  name: Name,
  labels: Record<string, string>,
  [base, mine, theirs]: [Draft, Draft, Draft],
): Draft[Name] {
  const merged = { ...mine[name] } as Record<string, unknown>
  const read = (draft: Draft, field: string) => (draft[name] as Record<string, unknown>)[field]
  for (const [field, label] of Object.entries(labels))
    mergeField(conflicts, {
      path: `${name}.${field}`,
      label,
      values: [read(base, field) ?? '', read(mine, field) ?? '', read(theirs, field) ?? ''],
      set: (draft, value) => ({ ...draft, [name]: { ...draft[name], [field]: value } }),
      apply: (value) => {
        merged[field] = value
      },
    })
  return merged as Draft[Name]
}

function mergeLines(
  conflicts: DraftConflict[],
  [base, mine, theirs]: [DraftLine[], DraftLine[], DraftLine[]],
): DraftLine[] {
  const find = (lines: DraftLine[], key: string) => lines.find((line) => line.key === key)
  const merged = new Map<string, DraftLine>()
  for (const key of orderKeys(base, mine, theirs)) {
    const [inBase, own, other] = [find(base, key), find(mine, key), find(theirs, key)]
    if (own && other) merged.set(key, mergeLine(conflicts, [inBase ?? own, own, other]))
    else {
      const kept = own ?? other!
      // The server has no blank lines.
      if (!inBase || (own && isBlank(own))) merged.set(key, kept)
      else if (!isSame(kept, inBase)) {
        merged.set(key, kept)
        conflicts.push(toRemovalConflict(kept, own === undefined))
      }
    }
  }
  return [...merged.values()]
}

/** One has removed a line that the other has changed. The line stays until the user decides. */
function toRemovalConflict(line: DraftLine, isRemovedByUser: boolean): DraftConflict {
  const remove = (draft: Draft) => ({ ...draft, lines: draft.lines.filter(({ key }) => key !== line.key) })
  const keep = (draft: Draft) => draft
  return {
    path: `lines.${line.key}`,
    label: describeLine(line),
    mine: isRemovedByUser ? 'removed' : 'changed',
    theirs: isRemovedByUser ? 'changed' : 'removed',
    takeTheirs: isRemovedByUser ? keep : remove,
    keepMine: isRemovedByUser ? remove : keep,
  }
}

const describeLine = ({ code, description }: DraftLine) => description.split('\n')[0] || code || 'Line'

function mergeLine(
  conflicts: DraftConflict[],
  [base, mine, theirs]: [DraftLine, DraftLine, DraftLine],
): DraftLine {
  const merged: DraftLine = { ...mine }
  for (const [field, label] of Object.entries(LINE_LABELS) as [keyof typeof LINE_LABELS, string][])
    mergeField(conflicts, {
      path: `lines.${mine.key}.${field}`,
      label: `${describeLine(mine)}: ${label}`,
      values: [base[field], mine[field], theirs[field]],
      set: (draft, value) => ({
        ...draft,
        lines: draft.lines.map((line) => (line.key === mine.key ? { ...line, [field]: value } : line)),
      }),
      apply: (value) => Object.assign(merged, { [field]: value }),
    })
  return merged
}

/** The keys of all lines. The order of whoever has moved lines counts; lines of the other follow their predecessor. */
function orderKeys(base: DraftLine[], mine: DraftLine[], theirs: DraftLine[]): string[] {
  const keysOf = (lines: DraftLine[]) => lines.map(({ key }) => key)
  const common = keysOf(base).filter((key) => keysOf(mine).includes(key) && keysOf(theirs).includes(key))
  const hasOrderOfBase = (lines: DraftLine[]) =>
    isSame(
      keysOf(lines).filter((key) => common.includes(key)),
      common,
    )
  const [first, second] = hasOrderOfBase(mine) ? [theirs, mine] : [mine, theirs]
  const keys = keysOf(first)
  keysOf(second).forEach((key, index, all) => {
    if (keys.includes(key)) return
    const predecessor = all.slice(0, index).findLast((earlier) => keys.includes(earlier))
    keys.splice(predecessor === undefined ? 0 : keys.indexOf(predecessor) + 1, 0, key)
  })
  return keys
}
