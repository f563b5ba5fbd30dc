import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ItemParams } from '#contracts/item/item.ts'
import {
  ItemPicturesFields,
  PictureItem,
  PictureMatch,
  PictureMatchesBody,
} from '#contracts/item/pictures.ts'
import { withMultipartForm } from '#server/kernel/http/multipart.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import type { ItemDeps } from '../items/deps.ts'
import type { StoredItem } from '../items/store.ts'
import { savePictures } from './commands.ts'
import { indexItems, listLookupKeys, matchPictureName, readPicturePath } from './picture-names.ts'
import { findPictureItems } from './store-picture-matches.ts'

/** A name that fits more items than this is no help. */
const MAX_CANDIDATES = 20

/** Registers the calls for folders of photographs: which items the files belong to, and the pictures of one item. */
export function pictureRoutes(app: FastifyInstance, deps: ItemDeps): void {
  const route = createRouter(app, { guard: deps.guard, tag: 'items' })

  route(
    'POST /api/items/picture-matches',
    {
      permission: 'catalogue.edit',
      summary: 'The items that the names of picture files mean. Changes nothing',
      body: PictureMatchesBody,
      reply: z.array(PictureMatch),
    },
    ({ body }) => matchFiles(deps, body),
  )

  route(
    'POST /api/items/:id/pictures',
    {
      permission: 'catalogue.edit',
      summary: 'Add pictures to an item of any kind, or replace its pictures. Returns the item',
      params: ItemParams,
      form: ItemPicturesFields,
      reply: PictureItem,
    },
    (request) =>
      withMultipartForm(request, deps.tmpDir, async ({ fields, files }) => {
        const { mode, revision } = ItemPicturesFields.parse(fields)
        if (files.length === 0) throw badRequest('Choose at least one picture.')
        const { actor, params } = request
        const input = { actor, id: params.id, revision: Number(revision), mode, files }
        return toPictureItem(await savePictures(deps, input))
      }),
  )
}

async function matchFiles({ db }: ItemDeps, { files }: PictureMatchesBody): Promise<PictureMatch[]> {
  const names = files.map(({ path }) => readPicturePath(path))
  const unmatchedNames = names.filter((_, index) => files[index]!.itemId === undefined)
  const ids = [...new Set(files.flatMap(({ itemId }) => itemId ?? []))]
  const found = await findPictureItems(db, { ...listLookupKeys(unmatchedNames), ids })
  const byId = new Map(found.map(({ id, item }) => [id, toPictureItem(item)]))
  const index = indexItems(found)
  return files.map(({ path, itemId }, fileIndex) => {
    const match = matchPictureName(names[fileIndex]!, index)
    const items = (itemId === undefined ? match.ids : [itemId]).flatMap((id) => byId.get(id) ?? [])
    const [item = null] = items
    return items.length > 1
      ? { path, position: match.position, item: null, candidates: items.slice(0, MAX_CANDIDATES) }
      : { path, position: match.position, item, candidates: [] }
  })
}

function toPictureItem({ id, kind, name, commercial, state, revision, images }: StoredItem): PictureItem {
  return { id, kind, name, code: commercial.code, state, revision, images }
}
