import { fold, IGNORED_CHARACTERS } from '#server/kernel/text.ts'

/* How the names of picture files name items: by code, slug or name, plus the number of the picture. */

/** Longer names are those of no item. */
const MAX_NAME_LENGTH = 250
const IGNORED = new Set(IGNORED_CHARACTERS)

/** ' (2)', as Windows numbers files. */
const NUMBER_IN_BRACKETS = /(?<!\s)\s*[_-]?\((\d{1,3})\)$/
/** '_2', ' - 2', '.02', '-002'. A longer number is part of a code. */
const NUMBER = /(?<![\s_.#-])[\s_.#-]+(0\d\d|\d\d?)$/
const VIEW =
  /(?<![\s_.-])[\s_.-]+\(?(?:front|back|rear|side|left|right|top|bottom|inside|main|cover|detail|close-?up|view|photo|pic|picture|image|img|copy)\)?$/
const LAST_NUMBER = /(\d{1,9})\D*$/
/** A file name that says nothing but the number of the picture. */
const NUMBER_ONLY = /^\D{0,2}\d{1,4}\D{0,2}$/

/** One way to read a name. */
interface Reading {
  /** Folded. */
  text: string
  /** Without the ignored characters. */
  key: string
  position: number | null
  /** Whether only the very same spelling counts. */
  exactOnly: boolean
}

/** What the name of a file, or of a folder that contains it, can mean. The first readings are the most literal ones. */
export interface PictureName {
  file: Reading[]
  /** The nearest folder first. */
  folders: Reading[]
  /** The number of the picture if the folder names the item. */
  positionInFolder: number | null
  isNumberOnly: boolean
}

/** An item with the texts that names are compared with. */
export interface NamedItem {
  id: string
  slug: string
  /** See `toCodeKey`. */
  codeKey: string | null
  /** The folded name. */
  foldedName: string
}

/** Returns a folded text without the characters in which file names differ from codes and names. */
const toLooseKey = (text: string): string => [...text].filter((each) => !IGNORED.has(each)).join('')

/** Reads a path such as 'Photos/BRG-4512/front.jpg'. Folders may be separated by backslashes. */
export function readPicturePath(path: string): PictureName {
  const segments = path.split(/[\\/]+/).filter(Boolean)
  const stem = fold((segments.pop() ?? '').replace(/\.[a-z0-9]{1,5}$/i, ''))
  return {
    file: stem.length <= MAX_NAME_LENGTH ? listReadings(stem) : [],
    folders: segments
      .reverse()
      .map(fold)
      .filter((text) => text.length <= MAX_NAME_LENGTH)
      .map((text) => toReading(text, null)),
    positionInFolder: toNumber(LAST_NUMBER.exec(stem.slice(-MAX_NAME_LENGTH))?.[1]),
    isNumberOnly: NUMBER_ONLY.test(stem),
  }
}

const toReading = (text: string, position: number | null): Reading => ({
  text,
  key: toLooseKey(text),
  position,
  exactOnly: false,
})

const toNumber = (digits: string | undefined): number | null => (digits === undefined ? null : Number(digits))

/** The complete name first; then without its number and without words such as 'front', in either order. */
function listReadings(stem: string): Reading[] {
  const readings = [toReading(stem, null)]
  for (let last = readings[0]!; ; ) {
    const bracket = NUMBER_IN_BRACKETS.exec(last.text)
    const number = last.position === null ? (bracket ?? NUMBER.exec(last.text)) : null
    const suffix = number ?? VIEW.exec(last.text)
    const text = suffix ? last.text.slice(0, suffix.index) : ''
    if (!text) return readings
    // A number in brackets is never part of a code that is written without them.
    if (number && number === bracket) for (const reading of readings) reading.exactOnly = true
    last = toReading(text, number ? toNumber(number[1]) : last.position)
    readings.push(last)
  }
}

/** The texts by which items have to be looked up for these names. */
export function listLookupKeys(names: PictureName[]): { keys: string[]; slugs: string[] } {
  const readings = names.flatMap(({ file, folders }) => [...file, ...folders])
  const unique = (texts: string[]) => [...new Set(texts)].filter(Boolean)
  return {
    keys: unique(readings.map(({ key }) => key)),
    slugs: unique(readings.map(({ text }) => toSlug(text))),
  }
}

const toSlug = (text: string) => text.replace(/[^a-z0-9]+/g, '-').replace(/^-+|(?<!-)-+$/g, '')

/** Items by the texts that names are compared with. */
export interface ItemsByText {
  find(kind: 'code' | 'looseCode' | 'name' | 'looseName' | 'slug', text: string): readonly string[]
}

/** Arranges items for `matchPictureName`. */
export function indexItems(items: readonly NamedItem[]): ItemsByText {
  const index = new Map<string, string[]>()
  const add = (kind: string, text: string, id: string) => {
    const ids = index.get(`${kind} ${text}`)
    if (ids) ids.push(id)
    else index.set(`${kind} ${text}`, [id])
  }
  for (const { id, slug, codeKey, foldedName } of items) {
    if (codeKey !== null) {
      add('code', codeKey, id)
      add('looseCode', toLooseKey(codeKey), id)
    }
    add('name', foldedName, id)
    add('looseName', toLooseKey(foldedName), id)
    add('slug', slug, id)
  }
  return { find: (kind, text) => index.get(`${kind} ${text}`) ?? [] }
}

/** The items that a name means, and the number of the picture. */
export interface NameMatch {
  ids: string[]
  position: number | null
}

/**
 * Returns the items that a path means: one, none, or several if it cannot be told. The name of the file counts first; a
 * folder decides between its meanings, and counts alone if the file says nothing else than a number.
 */
export function matchPictureName(name: PictureName, items: ItemsByText): NameMatch {
  const file = matchReadings(name.file, items)
  const folder = name.folders.map((reading) => matchReadings([reading], items)).find(({ ids }) => ids.length)
  if (!folder) return file
  const inFolder = { ids: folder.ids, position: name.positionInFolder }
  if (file.ids.length === 0 || name.isNumberOnly) return inFolder
  const both = file.ids.filter((id) => folder.ids.includes(id))
  return { ids: both.length > 0 ? both : [...file.ids, ...folder.ids], position: file.position }
}

function matchReadings(readings: Reading[], items: ItemsByText): NameMatch {
  for (const { text, position } of readings) {
    const codes = items.find('code', text)
    const ids = codes.length > 0 ? codes : [...items.find('name', text), ...items.find('slug', text)]
    if (ids.length > 0) return { ids: [...new Set(ids)], position }
  }
  const loose = readings.filter(({ exactOnly, key }) => !exactOnly && key)
  const byCode = findAny(loose, ({ key }) => items.find('looseCode', key))
  if (byCode.ids.length > 0) return byCode
  return findAny(loose, ({ key, text }) => [
    ...items.find('looseName', key),
    ...items.find('slug', toSlug(text)),
  ])
}

/** The items of all readings, because their order says nothing without the separators. */
function findAny(readings: Reading[], find: (reading: Reading) => readonly string[]): NameMatch {
  const found = readings.map((reading) => ({ position: reading.position, ids: find(reading) }))
  return {
    ids: [...new Set(found.flatMap(({ ids }) => ids))],
    position: found.find(({ ids }) => ids.length > 0)?.position ?? null,
  }
}
