import { getIn, joinPath } from '#contracts/fields/fields.ts'
import { getFormatByName } from '#contracts/files/file-formats.ts'
import type { SiteFile } from '#contracts/files/site-file.ts'
import type { Db } from '#server/database/db.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import { findSiteFiles } from './store.ts'

/** Returns a copy of a document with the sizes of its files as they are stored. Throws 400 for a file that is not stored, or has another format. */
export async function withStoredFiles<Document>(db: Db, document: Document): Promise<Document> {
  const found = await findSiteFiles(db, listFileIds(document))
  return replaceFiles(document, ({ id, fileName }, path) => {
    const stored = found.get(id)
    if (stored && getFormatByName(stored.fileName) === getFormatByName(fileName))
      return { ...stored, fileName }
    const message = 'A file is not stored on this site any more. Choose it again.'
    throw badRequest(message, [{ field: `content.${path}`, message }])
  })
}

/** Returns the ids of the files of a document. */
export function listFileIds(document: unknown): string[] {
  const ids: string[] = []
  replaceFiles(document, ({ id }) => {
    ids.push(id)
    return null
  })
  return ids
}

/** Replaces every file of a document: all objects under the key `file` with id and name. `path` is the dotted path. */
function replaceFiles<Document>(
  document: Document,
  replace: (file: Pick<SiteFile, 'id' | 'fileName'>, path: string) => SiteFile | null,
  path = '',
): Document {
  if (typeof document !== 'object' || document === null) return document
  if (Array.isArray(document))
    return document.map((entry, index) => replaceFiles(entry, replace, joinPath(path, index))) as Document
  const entries = Object.entries(document).map(([key, value]) => {
    const at = joinPath(path, key)
    return [key, key === 'file' && isFile(value) ? replace(value, at) : replaceFiles(value, replace, at)]
  })
  return Object.fromEntries(entries) as Document
}

const isFile = (value: unknown): value is Pick<SiteFile, 'id' | 'fileName'> =>
  typeof getIn(value, 'id') === 'string' && typeof getIn(value, 'fileName') === 'string'
