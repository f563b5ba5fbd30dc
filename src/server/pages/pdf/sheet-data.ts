import { toBusinessDate } from '#contracts/business-date.ts'
import { type KeyFigure, listKeyFigures, parseLength } from '#contracts/catalogue/key-figures.ts'
import { formatLongDay } from '#contracts/format.ts'
import { getCode, omitCode } from '#contracts/item/code.ts'
import { COMMERCIAL_FIELDS, formatCommercialField } from '#contracts/item/commercial-fields.ts'
import type { CommercialField } from '#contracts/item/commercial-types.ts'
import type { Specifications } from '#contracts/item/item.ts'
import { CODE_LABELS, DEFAULT_CATEGORIES, KIND_LABELS } from '#contracts/item/kind.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { getMeaning } from '#contracts/quantities/labels.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'
import { type DateParts, toDateParts } from '#server/kernel/pdf/document-dates.ts'
import {
  type CompanyData,
  describeCompany,
  describePicture,
  isPriceLabel,
  type PictureData,
} from './document-parts.ts'

/** Longer descriptions are cut: the page of the item has the whole text. */
const MAX_DESCRIPTION_LENGTH = 1400
const MAX_FEATURES = 12
/** Longer tables have two columns and no dimension lines. */
const MAX_ROWS_WITH_LINES = 26
/** An item with this number of rows has a second page with room for further pictures. */
const MIN_ROWS_OF_SECOND_PAGE = 12
const MAX_FURTHER_PICTURES = 2
/** A shorter share of the longest line is not drawn. */
const MIN_SHARE = 0.005
/** What belongs below 'Dimensions and weight'. */
const DIMENSION_LABEL =
  /\b(?:overall|size|dimensions?|length|width|height|depth|weight|footprint|floor|packing)\b/i
const DIMENSIONS_TITLE = 'Dimensions and weight'
/** '1,850 × 900 × 1,420 mm' with a label that says which is which, such as 'Overall size (L × W × H)'. */
const ENVELOPE_LABEL = /\bL\s*[x×*]\s*W\s*[x×*]\s*H\b/i
const ENVELOPE = /^([\d,.]+)\s*[x×*]\s*([\d,.]+)\s*[x×*]\s*([\d,.]+)\s*mm$/i
const ORDERING_FIELDS = [
  'hsn',
  'unit',
  'minimumQuantity',
  'leadTimeDays',
  'warrantyMonths',
] as const satisfies CommercialField[]

interface Row {
  label: string
  value: string
  /** The length of the value as a share of the longest one of the sheet; null: it is not a length. */
  share: number | null
}

interface Group {
  title: string
  rows: Row[]
  envelope: Envelope | null
}

/** The outer dimensions of an item in mm, as they are drawn. */
interface Envelope {
  length: number
  width: number
  height: number
  labels: string[]
  text: string
}

/** What the template of data sheets shows. Prices are no part of it: they change, and a file that is passed on does not. */
export interface SheetData {
  title: string
  subtitle: string[]
  isDraft: boolean
  date: DateParts
  edition: string
  url: string
  /** An SVG image of the code of `url`. */
  qr: string
  pictures: PictureData[]
  keyFigures: KeyFigure[]
  description: string[]
  features: string[]
  /** Says that further features are on the page of the item; '' if there are none. */
  moreFeatures: string
  groups: Group[]
  twoColumnsFrom: number
  documents: { title: string; summary: string; url: string }[]
  company: CompanyData
}

/** Returns the contents of the data sheet of an item as visitors see it. `url` is the address of its page. */
export function createSheetData(
  item: Item & { updatedAt: string },
  { company }: Pick<SiteContent, 'company'>,
  { url, qr }: { url: string; qr: string },
): SheetData {
  const date = toBusinessDate(new Date(item.updatedAt))
  const groups = createGroups(item)
  const rowCount = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  const hasRoom = rowCount >= MIN_ROWS_OF_SECOND_PAGE && rowCount <= MAX_ROWS_WITH_LINES
  const pictureCount = hasRoom ? 1 + MAX_FURTHER_PICTURES : 1
  const pageName = url.replace(/^https?:\/\//, '')
  return {
    title: item.name,
    subtitle: listSubtitles(item),
    isDraft: item.draft,
    date: toDateParts(date),
    edition: `${pageName}, version ${item.revision} of ${formatLongDay(date)}. Subject to technical changes.`,
    url,
    qr,
    pictures: item.pictures
      .slice(0, pictureCount)
      .map((picture, index) =>
        describePicture(picture, `${item.name}${index > 0 ? `, picture ${index + 1}` : ''}`),
      ),
    keyFigures: listKeyFigures(item.specifications.filter(([label]) => !isPriceLabel(label))),
    description: cutText(item.description, MAX_DESCRIPTION_LENGTH).split(/\n+/),
    features: item.features.slice(0, MAX_FEATURES),
    moreFeatures:
      item.features.length > MAX_FEATURES ? `${item.features.length - MAX_FEATURES} more at ${pageName}` : '',
    groups,
    twoColumnsFrom: MAX_ROWS_WITH_LINES,
    documents: item.documents.map(({ title, summary, url: documentUrl }) => ({
      title,
      summary,
      url: documentUrl,
    })),
    company: describeCompany(company, url),
  }
}

/** 'Machine', 'Model CL 20', 'Kovai'. */
function listSubtitles(item: Item): string[] {
  const { kind, category, brand } = item
  const code = getCode(item)
  return [
    category && category !== DEFAULT_CATEGORIES[kind] ? category : KIND_LABELS[kind].label,
    code && `${CODE_LABELS[kind]} ${code}`,
    brand,
  ].filter((line): line is string => Boolean(line))
}

/** The specifications without the code, which the head states, then dimensions, then what an order states. */
function createGroups(item: Item): SheetData['groups'] {
  const specifications = omitCode(item).filter(([label]) => !isPriceLabel(label))
  // 'Turning length' is what a machine does, not how long it is.
  const isDimension = ([label]: Specifications[number]) =>
    DIMENSION_LABEL.test(label) && getMeaning(label) !== 'capability'
  const machines = item.relations.machines?.items.map(({ code, name }) => code ?? name) ?? []
  const lists: [title: string, Specifications][] = [
    ['Technical specifications', specifications.filter((pair) => !isDimension(pair))],
    [DIMENSIONS_TITLE, specifications.filter(isDimension)],
    [
      'Ordering details',
      [
        ...(machines.length > 0
          ? [['Fits machines', [...new Set(machines)].join(', ')] satisfies Specifications[number]]
          : []),
        ...ORDERING_FIELDS.map((field): Specifications[number] => [
          COMMERCIAL_FIELDS[field].label,
          // A warranty of 0 months is none.
          field === 'warrantyMonths' && item.commercial[field] === 0
            ? ''
            : formatCommercialField(field, item.commercial),
        ]).filter(([, value]) => value),
      ],
    ],
  ]
  const longest = Math.max(...specifications.map(([, value]) => parseLength(value) ?? 0))
  const lineCount = specifications.filter(
    ([, value]) => (parseLength(value) ?? 0) / longest >= MIN_SHARE,
  ).length
  const toRow = ([label, value]: Specifications[number]): Row => {
    const share = (parseLength(value) ?? 0) / longest
    return {
      label: label,
      value: value,
      share: lineCount > 1 && share >= MIN_SHARE ? share : null,
    }
  }
  return lists
    .filter(([, pairs]) => pairs.length > 0)
    .map(([title, pairs]) => ({
      title,
      rows: pairs.map(toRow),
      envelope: title === DIMENSIONS_TITLE ? findEnvelope(pairs) : null,
    }))
}

function findEnvelope(pairs: Specifications): Envelope | null {
  for (const [label, value] of pairs) {
    const texts = ENVELOPE_LABEL.test(label) ? ENVELOPE.exec(value.trim())?.slice(1) : undefined
    const [length = 0, width = 0, height = 0] = texts?.map((text) => Number(text.replaceAll(',', ''))) ?? []
    if (texts && length > 0 && width > 0 && height > 0) {
      const labels = texts.map((text) => `${text} mm`)
      const text = `Front and side view to scale: length ${labels[0]}, width ${labels[1]}, height ${labels[2]}`
      return { length, width, height, labels, text }
    }
  }
  return null
}

/** Cuts a text after a sentence or word. */
function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const start = text.slice(0, maxLength)
  const sentence = Math.max(start.lastIndexOf('. '), start.lastIndexOf('.\n'))
  if (sentence > maxLength / 2) return start.slice(0, sentence + 1)
  const word = start.lastIndexOf(' ')
  return `${start.slice(0, word > maxLength / 2 ? word : maxLength)} …`
}
