import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { EnquiryFields, EnquiryStatus } from '#contracts/enquiry/enquiry.ts'
import { DOCUMENT_FORMATS } from '#contracts/files/file-formats.ts'
import { ItemDocument } from '#contracts/files/item-document.ts'
import { mapCommercialFields } from '#contracts/item/commercial-types.ts'
import type { Kind } from '#contracts/item/item.ts'
import { DEFAULT_CATEGORIES } from '#contracts/item/kind.ts'
import type { RelationType } from '#contracts/item/relation-groups.ts'
import type { PageContent } from '#contracts/publication/fields.ts'
import { DEFAULT_SITE_CONTENT } from '#contracts/site-content/default-site-content.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'
import { toStorageKey } from '#server/catalogue/documents/deps.ts'
import { type DocumentRow, insertDocument } from '#server/catalogue/documents/store.ts'
import { CommercialFields, type ItemDraft } from '#server/catalogue/item/draft.ts'
import { hasItems, insertItem } from '#server/catalogue/items/store.ts'
import { insertDrawing } from '#server/catalogue/relations/drawings/store.ts'
import {
  findRowIds,
  getRowId,
  insertRelations,
  type RelationDetails,
} from '#server/catalogue/relations/store.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, subtractDays, toIso } from '#server/kernel/clock.ts'
import { checkFile } from '#server/kernel/files/check-file.ts'
import { newId } from '#server/kernel/ids.ts'
import type { MediaService } from '#server/media/media-service.ts'
import type { BlobStorage } from '#server/media/storage/blob-storage.ts'
import { insertEnquiry } from '#server/sales/enquiries/store.ts'
import { insertPublication } from '#server/site-content/publications/store.ts'
import { savePublicationRevision } from '#server/site-content/publications/store-history.ts'
import { readPageTemplates } from '#server/site-content/publications/templates.ts'
import { writeSiteContent } from '#server/site-content/store.ts'
import { insertDemoTranslations, readDemoTranslations } from './demo-translations.ts'

const DemoItem = z.object({
  ...CommercialFields.partial().shape,
  name: z.string(),
  description: z.string(),
  brand: z.string().optional(),
  category: z.string().optional(),
  price: z.number().optional(),
  originalPrice: z.number().optional(),
  featured: z.boolean().default(false),
  features: z.array(z.string()).default([]),
  specifications: z.array(z.tuple([z.string(), z.string()])),
  /** Codes of machines. */
  fits: z
    .object({ machines: z.array(z.string()), assembly: z.string(), quantity: z.number().int() })
    .optional(),
  /** Names of items. */
  accessories: z.array(z.string()).default([]),
  alternatives: z.array(z.string()).default([]),
  replacedBy: z.array(z.string()).default([]),
  images: z.array(z.string()),
  documents: z
    .array(ItemDocument.pick({ title: true, type: true, language: true }).extend({ file: z.string() }))
    .default([]),
})
type DemoItem = z.infer<typeof DemoItem>
/** A drawing of an assembly. Machine and parts are codes. */
const DemoDrawing = z.object({
  machine: z.string(),
  assembly: z.string(),
  picture: z.string(),
  points: z.array(z.object({ position: z.string(), part: z.string(), x: z.number(), y: z.number() })),
})
type DemoDrawing = z.infer<typeof DemoDrawing>
const DemoCustomer = EnquiryFields.pick({
  firstName: true,
  lastName: true,
  email: true,
  phone: true,
  company: true,
  gstin: true,
  place: true,
}).extend({
  enquiries: z.array(
    EnquiryFields.pick({ service: true, message: true, item: true, lines: true }).extend({
      daysAgo: z.number().int(),
      status: EnquiryStatus,
    }),
  ),
})

const FILES: Record<Kind, string> = {
  machine: 'machines.json',
  spare: 'spare-parts.json',
  service: 'services.json',
}

/** Pictures of the home page, by their use in the site content. */
const HERO = {
  file: 'hero.webp',
  alt: 'Five machines in a row in the assembly bay: SPA 20, CL 25, CL 40, VMC 850 and TC 250',
}
const CALLOUTS = [
  {
    name: 'CL 25',
    figure: '25 mm bar',
    path: '/product/cl-25-capstan-lathe',
    x: 24.6,
    y: 66.5,
    leader: -5.5,
  },
  { name: 'CL 40', figure: '40 mm bar', path: '/product/cl-40-capstan-lathe', x: 38, y: 71.5, leader: -5 },
  {
    name: 'VMC 850',
    figure: '850 × 500 × 500 mm',
    path: '/product/vmc-850-machining-centre',
    x: 66,
    y: 34,
    leader: 4,
  },
  {
    name: 'TC 250',
    figure: 'Ø 250 mm',
    path: '/product/tc-250-cnc-turning-centre',
    x: 86.5,
    y: 47.5,
    leader: 3,
  },
]
const ABOUT = {
  file: 'capstan-lathe-25-elevation.webp',
  alt: 'Drawing of the CL 25 from the side: 1,850 mm long, 1,420 mm high, spindle axis at 1,080 mm, 420 mm from spindle to turret',
}
const ABOUT_NOTES = [
  { label: 'Title', text: 'CL 25 Capstan Lathe, side elevation' },
  { label: 'Scale', text: 'Not to scale, mm' },
  { label: 'Drawing', text: 'KMT-25-001' },
]
const ASSEMBLY = {
  file: 'capstan-lathe-25-internal.webp',
  alt: 'Working area of the CL 25: collet nose, four-way tool post, rear parting slide and hexagon turret',
}
const ASSEMBLY_PARTS = [
  { title: 'Collet nose', text: 'Opens and closes while the spindle runs', x: 20, y: 25 },
  { title: 'Four-way tool post', text: 'Indexes and locks on one lever', x: 37, y: 45 },
  { title: 'Parting slide', text: 'At the rear, cuts off in the same clamping', x: 54, y: 30 },
  { title: 'Hexagon turret', text: 'Six stations, a stop for each', x: 77, y: 50 },
  { title: 'Coolant', text: 'Brass nozzles, valve within reach', x: 38.5, y: 13.5 },
]
const SERVICES = [
  { file: 'installation.webp', alt: 'CL 25 capstan lathe on its foundation with tools for levelling' },
  { file: 'maintenance.webp', alt: 'Open headstock of a CL 40 with spanners and oil can' },
  { file: 'operator-training.webp', alt: 'Control panel of a turning centre beside a drawing and gauges' },
  { file: 'gear-set.webp', alt: 'Headstock gears on a splined shaft' },
]

export interface DemoDataDeps {
  db: Db
  media: MediaService
  documentStorage: Pick<BlobStorage, 'putStream'>
  clock: Clock
  /** The path of the project's folder demo/. */
  folder: string
}

/**
 * Fills an empty catalogue with 125 items, 45 customers and their enquiries, in one transaction and marked as demo data
 * (decision 0015). Does nothing if there are items, so that two processes can start at the same time.
 */
export async function loadDemoData(deps: DemoDataDeps): Promise<void> {
  const { db, media, clock, folder } = deps
  if (await hasItems(db)) return
  const catalogue = {
    machine: await readJsonList(join(folder, FILES.machine), DemoItem),
    service: await readJsonList(join(folder, FILES.service), DemoItem),
    spare: await readJsonList(join(folder, FILES.spare), DemoItem),
  }
  const customers = await readJsonList(join(folder, 'customers.json'), DemoCustomer)
  const drawings = await readJsonList(join(folder, 'drawings.json'), DemoDrawing)
  const usedPictures = [...Object.values(catalogue).flatMap((items) => items.flatMap((item) => item.images))]
  const names = [
    ...new Set([
      ...usedPictures,
      ...drawings.map(({ picture }) => picture),
      HERO.file,
      ABOUT.file,
      ASSEMBLY.file,
      ...SERVICES.map((picture) => picture.file),
    ]),
  ]
  const translations = await readDemoTranslations(folder)
  const files = names.map((filename) => ({ filename, path: join(folder, 'pictures', filename) }))

  const { ids, saveRecords } = await media.upload(files)
  const documents = await storeDocuments(deps, Object.values(catalogue).flat())
  await inTransaction(db, async (tx) => {
    if (await hasItems(tx)) return
    await saveRecords(tx)
    const mediaId = new Map(names.map((name, index) => [name, ids[index]!]))
    const idByName = new Map<string, string>()
    const idByCode = new Map<string, string>()
    for (const kind of ['machine', 'service', 'spare'] as const) {
      for (const item of catalogue[kind]) {
        const stored = await insertItem(tx, kind, toDraft(kind, item, mediaId), {
          at: toIso(clock()),
          isDemo: true,
        })
        idByName.set(stored.name, stored.id)
        if (item.code) idByCode.set(item.code, stored.id)
      }
    }
    for (const { itemName, row } of documents)
      await insertDocument(tx, { ...row, item_id: idByName.get(itemName)! })
    await insertDemoRelations(tx, catalogue.spare, { idByName, idByCode, drawings })
    for (const { machine, assembly, picture, points } of drawings)
      await insertDrawing(
        tx,
        await getRowId(tx, idByCode.get(machine)!),
        {
          assembly,
          picture: mediaId.get(picture)!,
          hotspots: points.map(({ position, x, y }) => ({ position, x, y })),
        },
        toIso(clock()),
      )
    for (const enquiry of sortOldestFirst(customers)) {
      const at = toIso(subtractDays(clock(), enquiry.daysAgo))
      const item = enquiry.item && idByName.get(enquiry.item)
      const lines = enquiry.lines?.map((line) => ({ ...line, item: idByName.get(line.item) ?? line.item }))
      await insertEnquiry(tx, {
        enquiry: { ...enquiry, item, lines },
        at,
        status: enquiry.status,
        isDemo: true,
      })
    }
    for (const page of readPageTemplates()) await insertDemoPage(tx, page, toIso(clock()))
    await writeSiteContent(tx, createDemoContent(mediaId), toIso(clock()))
    const items = Object.values(catalogue).flat()
    await insertDemoTranslations(tx, translations, { items, at: toIso(clock()) })
  })
}

/** Stores a page that the footer links to, with its first revision. It stays when the demo is removed: it is what staff complete. */
async function insertDemoPage(tx: Tx, template: PageContent, at: string): Promise<void> {
  const content: PageContent = { ...template, state: 'published' }
  const page = await insertPublication(tx, { id: newId(), type: 'page', content, at })
  await savePublicationRevision(tx, { accountId: undefined, name: 'Demo' }, page)
}

/** Stores the files of the documents. Returns the rows of these, without the item. */
async function storeDocuments(
  { documentStorage, clock, folder }: DemoDataDeps,
  items: DemoItem[],
): Promise<{ itemName: string; row: Omit<DocumentRow, 'item_id'> }[]> {
  const rows = []
  for (const { name: itemName, documents } of items)
    for (const [position, { file, title, type, language = null }] of documents.entries()) {
      const path = join(folder, 'documents', file)
      const { format, fileName, blobId, bytes } = await checkFile({ path, filename: file }, DOCUMENT_FORMATS)
      await documentStorage.putStream(toStorageKey(blobId), createReadStream(path), bytes)
      const properties = { title, type, language, format, file_name: fileName, blob_id: blobId, bytes }
      const times = { created_at: toIso(clock()), replaced_at: null, deleted_at: null }
      rows.push({ itemName, row: { id: newId(), position, ...properties, ...times } })
    }
  return rows
}

async function insertDemoRelations(
  tx: Tx,
  items: DemoItem[],
  {
    idByName,
    idByCode,
    drawings,
  }: { idByName: Map<string, string>; idByCode: Map<string, string>; drawings: DemoDrawing[] },
): Promise<void> {
  const rowIds = await findRowIds(tx, [...idByName.values()])
  const getPosition = (machine: string, code: string | null | undefined) =>
    drawings.find((drawing) => drawing.machine === machine)?.points.find(({ part }) => part === code)
      ?.position ?? ''
  const relations = items.flatMap(({ name, code: partCode, fits, ...others }) => {
    const relate = (type: RelationType, toId: string, details: Partial<RelationDetails> = {}) => ({
      ...{ id: newId(), revision: 1, type, assembly: '', position: '', quantity: null },
      ...{ fromRowId: rowIds.get(idByName.get(name)!)!, toRowId: rowIds.get(toId)! },
      ...details,
    })
    const { machines = [], assembly = '', quantity = null } = fits ?? {}
    return [
      ...machines.map((code) =>
        relate('fits', idByCode.get(code)!, { assembly, quantity, position: getPosition(code, partCode) }),
      ),
      ...others.accessories.map((other) => relate('accessory', idByName.get(other)!)),
      ...others.alternatives.map((other) => relate('alternative', idByName.get(other)!)),
      ...others.replacedBy.map((other) => relate('replacedBy', idByName.get(other)!)),
    ]
  })
  await insertRelations(tx, relations)
}

function toDraft(kind: Kind, item: DemoItem, mediaId: Map<string, string>): ItemDraft {
  return {
    name: item.name,
    description: item.description,
    category: item.category ?? DEFAULT_CATEGORIES[kind],
    brand: item.brand ?? null,
    pricePaise: item.price === undefined ? null : item.price * 100,
    originalPricePaise: item.originalPrice === undefined ? null : item.originalPrice * 100,
    features: item.features,
    specifications: item.specifications,
    commercial: mapCommercialFields((field) => item[field] ?? null) as ItemDraft['commercial'],
    captions: {},
    images: item.images.map((name) => mediaId.get(name)!),
    featured: item.featured,
    state: 'published',
  }
}

function createDemoContent(mediaId: Map<string, string>): SiteContent {
  const picture = ({ file, alt }: { file: string; alt: string }) => ({ url: mediaId.get(file)!, alt })
  const { hero, about, services } = DEFAULT_SITE_CONTENT
  return {
    ...DEFAULT_SITE_CONTENT,
    hero: { ...hero, picture: picture(HERO), callouts: CALLOUTS },
    about: {
      ...about,
      picture: picture(ABOUT),
      pictureNotes: ABOUT_NOTES,
      assembly: { picture: picture(ASSEMBLY), parts: ASSEMBLY_PARTS },
    },
    services: {
      ...services,
      entries: services.entries.map((entry, index) => ({
        ...entry,
        picture: SERVICES[index] ? picture(SERVICES[index]) : null,
      })),
    },
    prices: { detailsCurrency: 'USD', rupeesPerDollar: 85, unstatedTerms: 'shown' },
  }
}

function sortOldestFirst(customers: z.infer<typeof DemoCustomer>[]) {
  return customers
    .flatMap(({ enquiries, ...customer }) => enquiries.map((enquiry) => ({ ...customer, ...enquiry })))
    .sort((a, b) => b.daysAgo - a.daysAgo)
}

async function readJsonList<Entry extends z.ZodType>(file: string, entry: Entry): Promise<z.infer<Entry>[]> {
  return z.array(entry).parse(JSON.parse(await readFile(file, 'utf8')))
}
