import { getIn, joinPath } from '#contracts/fields/fields.ts'
import type { SiteFile } from '#contracts/files/site-file.ts'
import type { Db } from '#server/database/db.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import { findSiteFiles } from './store.ts'

/** Returns a copy of a document with names and sizes of its files as they are stored. Throws 400 for a file that is not stored. */
export async function withStoredFiles<Document>(db: Db, document: Document): Promise<Document> {
  const found = await findSiteFiles(db, listFiles(document))
  return replaceFiles(document, (id, path) => {
    const file = found.get(id)
    if (file) return file
    const message = 'A file is not stored on this site any more. Choose it again.'
    throw badRequest(message, [{ field: `content.${path}`, message }])
  })
}

function listFiles(document: unknown): string[] {
  const ids: string[] = []
  replaceFiles(document, (id) => {
    ids.push(id)
    return null
  })
  return ids
}

/** Replaces every file of a document: all objects under the key `file` with an id. `path` is the dotted path. */
function replaceFiles<Document>(
  document: Document,
  replace: (id: string, path: string) => SiteFile | null,
  path = '',
): Document {
  if (typeof document !== 'object' || document === null) return document
  if (Array.isArray(document))
    return document.map((entry, index) => replaceFiles(entry, replace, joinPath(path, index))) as Document
  const entries = Object.entries(document).map(([key, value]) => {
    const at = joinPath(path, key)
    const id = key === 'file' ? getIn(value, 'id') : undefined
    return [key, typeof id === 'string' ? replace(id, at) : replaceFiles(value, replace, at)]
  })
  return Object.fromEntries(entries) as Document
}
