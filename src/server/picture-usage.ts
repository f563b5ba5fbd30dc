import { iteratePictureIds, listPictureIdsChangedSince } from './catalogue/items/store-pictures.ts'
import type { Db } from './database/db.ts'
import type { PictureUsage } from './media/sweep.ts'
import { iterateQuotationPictures, listQuotationPicturesSince } from './quotations/store-pictures.ts'
import { listSiteContentPictures } from './site-content/store.ts'

/** The pictures that items, their revisions, quotations and the site content refer to. */
export const createPictureUsage = (db: Db): PictureUsage => ({
  async *all() {
    yield* iteratePictureIds(db)
    yield await listSiteContentPictures(db)
    yield* iterateQuotationPictures(db)
  },
  since: async (transaction, at) => [
    ...(await listPictureIdsChangedSince(transaction, at)),
    ...(await listSiteContentPictures(transaction)),
    ...(await listQuotationPicturesSince(transaction, at)),
  ],
})
