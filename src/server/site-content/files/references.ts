import { getIn } from '#contracts/fields/fields.ts'
import { getFormatByName } from '#contracts/files/file-formats.ts'
import type { SiteFile } from '#contracts/files/site-file.ts'
import type { Db } from '#server/database/db.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import { listValues, replaceValues, type ValueKind } from '../replace-values.ts'
import { findSiteFiles } from './store.ts'

const FILE: ValueKind<Pick<SiteFile, 'id' | 'fileName'>> = {
  key: 'file',
  is: (value): value is SiteFile =>
    typeof getIn(value, 'id') === 'string' && typeof getIn(value, 'fileName') === 'string',
}

/** Returns a copy of a document with the sizes of its files as they are stored. Throws 400 for a file that is not stored, or has another format. */
export async function withStoredFiles<Document>(db: Db, document: Document): Promise<Document> {
  const found = await findSiteFiles(db, listFileIds(document))
  return replaceValues(document, FILE, ({ id, fileName }, path) => {
    const stored = found.get(id)
    if (stored && getFormatByName(stored.fileName) === getFormatByName(fileName))
      return { ...stored, fileName }
    const message = 'A file is not stored on this site any more. Choose it again.'
    throw badRequest(message, [{ field: `content.${path}`, message }])
  })
}

/** Returns the ids of the files of a document. */
export const listFileIds = (document: unknown): string[] =>
  listValues(document, FILE).map(({ value }) => value.id)
