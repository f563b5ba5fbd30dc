import { DOCUMENT_LANGUAGE_LABELS, type DocumentLanguage } from '#contracts/files/document-labels.ts'
import { readSearchedTypes } from '#contracts/files/document-words.ts'
import { DOCUMENT_FORMATS } from '#contracts/files/file-formats.ts'
import type { ItemDocument } from '#contracts/files/item-document.ts'
import { toStem } from '#contracts/stem.ts'
import { FILLER_WORDS } from './question-words.ts'
import { toTokens } from './relevance/tokens.ts'

/** Only the documents of so many of the first items are looked at. */
const MAX_ITEMS = 5
const MAX_DOCUMENTS = 6
/** One word alone, as 'coolant', looks for an item. */
const MIN_WORDS_OF_TITLE = 2
const ANY_DOCUMENT = / (?:documents?|downloads?|pdfs?) /
/** Every item has a data sheet and can have documents, so that these words distinguish none; 'PDF-200' is a code. */
const OF_EVERY_ITEM = /(?<!\S)(?:data ?sheets?|documents?|downloads?|pdfs?(?! ?\d))(?![^\s,.;?!])/giu

interface ItemWithDocuments {
  slug: string
  name: string
  documents: Pick<ItemDocument, 'id' | 'title' | 'type' | 'language' | 'format'>[]
}

/**
 * Returns the ids of the documents that a search asks for, among those of the first items that it has found; the slug of an
 * item stands for its data sheet. A search asks for a document by its type, format or language ('CL 25 foundation plan',
 * 'dxf CL 40', 'tamil manual'), or by two words or more of its title that the name of the item lacks.
 */
export function findSearchedDocuments(search: string, items: readonly ItemWithDocuments[]): string[] {
  const text = toTokens(search)
  const types = readSearchedTypes(text)
  const formats = DOCUMENT_FORMATS.filter((format) => text.includes(` ${format} `))
  const languages = (Object.keys(DOCUMENT_LANGUAGE_LABELS) as DocumentLanguage[]).filter((language) =>
    text.includes(` ${DOCUMENT_LANGUAGE_LABELS[language].toLowerCase()} `),
  )
  const isAny = ANY_DOCUMENT.test(text)
  const isNamed = isAny || types.length + formats.length + languages.length > 0
  const first = listMeant(text, items.slice(0, MAX_ITEMS))
  const titled = first.flatMap((item) => listTitled(text, item, isNamed ? 1 : MIN_WORDS_OF_TITLE))
  if (!isNamed) return titled.slice(0, MAX_DOCUMENTS)
  const isAsked = ({ type, format, language }: ItemWithDocuments['documents'][number]) =>
    (types.length === 0 || types.includes(type)) &&
    (formats.length === 0 || formats.some((asked) => asked === format)) &&
    (languages.length === 0 || languages.some((asked) => asked === language))
  const hasDataSheet = types.includes('brochure') || (isAny && types.length + languages.length === 0)
  const asked = first.flatMap(({ slug, documents }) => [
    ...documents.filter(isAsked).map(({ id }) => id),
    ...(hasDataSheet ? [slug] : []),
  ])
  return [...new Set([...titled, ...asked])].slice(0, MAX_DOCUMENTS)
}

/** The items with most words of a search in their names: 'CL 40 drawing' asks for none of the CL 25. */
function listMeant(text: string, items: readonly ItemWithDocuments[]): ItemWithDocuments[] {
  const searched = [...toStems(text)]
  const counts = items.map(({ name }) => {
    const inName = toStems(name)
    return searched.filter((stem) => inName.has(stem)).length
  })
  const most = Math.max(...counts)
  return items.filter((_, index) => counts[index] === most)
}

/** The documents of an item whose titles have every word of a search that the name of the item lacks, if these are enough. */
function listTitled(text: string, { name, documents }: ItemWithDocuments, minWords: number): string[] {
  const inName = toStems(name)
  const others = [...toStems(text)].filter((stem) => !inName.has(stem))
  if (others.length < minWords) return []
  return documents.flatMap(({ id, title }) => {
    const inTitle = toStems(title)
    return others.every((stem) => inTitle.has(stem)) ? [id] : []
  })
}

const toStems = (text: string): Set<string> =>
  new Set(
    toTokens(text)
      .trim()
      .split(' ')
      .filter((word) => !FILLER_WORDS.has(word))
      .map(toStem),
  )

/** A search without words that every item answers; '' if it has no others. */
export const withoutDocumentWords = (search: string): string => search.replaceAll(OF_EVERY_ITEM, ' ').trim()
