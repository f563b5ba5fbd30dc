import { renderSVG } from 'uqr'
import type { Kind } from '#contracts/item/kind.ts'
import { type Item, parseItem } from '#contracts/item/parse-item.ts'
import { LOOKUP_ORDER, RESOURCES } from '#contracts/resources.ts'
import type { PublicSiteContent } from '#contracts/site-content/site-content.ts'
import type { PageApi } from '#server/http-cache/page-api.ts'
import { HttpProblem, notFound } from '#server/kernel/http/problem.ts'
import { chooseFile, type PictureFile } from '#server/kernel/pdf/picture-files.ts'
import { createSheetData, type SheetData } from './sheet-data.ts'

/** The widths of the large picture of a data sheet and of others, px: 190 dots per inch, and no resizing. */
const FIRST_PICTURE_WIDTH = 1024
export const FURTHER_PICTURE_WIDTH = 640

export type DatedItem = Item & { updatedAt: string }

/** What a data sheet is made of. */
interface SheetSource {
  data: SheetData
  pictures: (PictureFile | undefined)[]
}

/** Returns what the data sheet of an item is made of. `origin` is that of the site. */
export function createSheet(
  item: DatedItem,
  content: Pick<PublicSiteContent, 'company'>,
  origin: string,
): SheetSource {
  // A picture on another site has no file here.
  const own = { ...item, pictures: item.pictures.filter(({ widths }) => widths?.length) }
  const url = getPageUrl(item, origin)
  const data = createSheetData(own, content, { url, qr: toQrCode(url) })
  const pictures = own.pictures
    .slice(0, data.pictures.length)
    .map((picture, index) => chooseFile(picture, index === 0 ? FIRST_PICTURE_WIDTH : FURTHER_PICTURE_WIDTH))
  return { data, pictures }
}

/** Returns what the data sheets of these items are made of. Items that visitors cannot see have none. */
export async function readSheets(api: PageApi, ids: string[], origin: string): Promise<SheetSource[]> {
  const content = await readSiteContent(api)
  const sheets: SheetSource[] = []
  for (const id of ids) {
    const item = await findItem(api, id).catch((error) => {
      if (error instanceof HttpProblem && error.status === 404) return undefined
      throw error
    })
    if (item) sheets.push(createSheet(item, content, origin))
  }
  return sheets
}

/** Returns the address of the page of an item. */
export const getPageUrl = ({ slug }: Pick<Item, 'slug'>, origin: string): string =>
  `${origin}/product/${encodeURIComponent(slug)}`

export const toQrCode = (url: string): string => renderSVG(url, { ecc: 'M', border: 2 })

/** Returns the item with this id or slug, of any kind. Throws 404 if there is none, and what prevented it from being read. */
export async function findItem(api: PageApi, key: string): Promise<DatedItem> {
  for (const kind of LOOKUP_ORDER) {
    const response = await api(`${RESOURCES[kind].path}/${encodeURIComponent(key)}`)
    const item = response.ok && parseDatedItem(kind, await response.json())
    // At the empty key and at 'featured' there are lists.
    if (item && item.id !== '') return item
    if (response.status >= 500) throw toProblem(response.status, await response.text())
  }
  throw notFound('Product')
}

export const readSiteContent = (api: PageApi) => readJson<PublicSiteContent>(api, '/api/site-content')

export async function readJson<Body>(api: PageApi, path: string): Promise<Body> {
  const response = await api(path)
  if (!response.ok) throw toProblem(response.status, await response.text())
  return (await response.json()) as Body
}

export function parseDatedItem(kind: Kind, raw: unknown): DatedItem {
  return { ...parseItem(kind, raw), updatedAt: (raw as { updatedAt: string }).updatedAt }
}

function toProblem(status: number, body: string): HttpProblem {
  const { message, type } = JSON.parse(body) as { message: string; type: string }
  return new HttpProblem(status, type, message)
}
