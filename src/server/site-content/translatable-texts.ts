import { listContentTexts } from '#contracts/fields/content-texts.ts'
import { PUBLICATION_FIELDS } from '#contracts/publication/fields.ts'
import { SITE_SECTIONS } from '#contracts/site-content/sections.ts'
import type { PlacedText } from '#contracts/translation/translation.ts'
import type { Db } from '#server/database/db.ts'
import type { TextSource } from '#server/kernel/translation.ts'
import { findPublication, listPublications, type StoredPublication } from './publications/store.ts'
import { listPublicationRevisions } from './publications/store-history.ts'
import { readSiteContent } from './store.ts'
import { listContentRevisions } from './store-history.ts'

const BATCH_SIZE = 100
/** What only the server reads. */
const HIDDEN_SECTIONS = ['search', 'job-finder', 'languages', 'visitors']

/** The texts of all sections that visitors read, or of one. */
export const listSectionTexts = (content: unknown, document?: string): PlacedText[] =>
  SITE_SECTIONS.filter(({ id }) => !HIDDEN_SECTIONS.includes(id) && (!document || document === id)).flatMap(
    ({ id, label, fields }) =>
      listContentTexts(fields, content).map((text) => ({
        ...text,
        kind: 'settings' as const,
        group: 'site' as const,
        document: id,
        documentName: label,
      })),
  )

/** The texts of the settings. */
export const createSettingsTexts = (db: Db): TextSource => ({
  async *listTexts(document) {
    yield listSectionTexts((await readSiteContent(db)).content, document)
  },
  kind: 'settings',
  async *listEarlierTexts(document) {
    for (const { content } of await listContentRevisions(db)) yield listSectionTexts(content, document)
  },
})

/** The texts of a page or an article. Subjects are names that it shares with others. */
const listPublicationTexts = ({ id, type, content }: StoredPublication): PlacedText[] =>
  listContentTexts(PUBLICATION_FIELDS[type], content).map((text) => ({
    ...text,
    kind: 'publication' as const,
    group: text.path.startsWith('tags.') ? ('label' as const) : ('publication' as const),
    document: id,
    documentName: content.title,
  }))

/** The texts of a page or an article that it does not share with others. */
export const listOwnPublicationTexts = (publication: StoredPublication): string[] =>
  listPublicationTexts(publication).flatMap(({ group, text }) => (group === 'publication' ? [text] : []))

/** The texts of pages and articles. */
export const createPublicationTexts = (db: Db): TextSource => ({
  async *listTexts(document) {
    for (let offset = 0; ; offset += BATCH_SIZE) {
      const page = { sort: 'title', order: 'asc', limit: BATCH_SIZE, offset } as const
      const ids = document ? [document] : (await listPublications(db, page)).items.map(({ id }) => id)
      const found = await Promise.all(ids.map((id) => findPublication(db, id)))
      yield found.flatMap((publication) => (publication ? listPublicationTexts(publication) : []))
      if (document || ids.length < BATCH_SIZE) return
    }
  },
  kind: 'publication',
  async *listEarlierTexts(document) {
    const publication = await findPublication(db, document)
    if (!publication) return
    for (const { content } of await listPublicationRevisions(db, document))
      yield listContentTexts(PUBLICATION_FIELDS[publication.type], content)
  },
})
