import type { PublicReads } from '#server/http-cache/public-read.ts'
import type { ItemDeps } from '../items/deps.ts'
import type { ListService } from './list-service.ts'

/** What routes that read lists need in addition. */
export interface ListingDeps extends ItemDeps {
  lists: ListService
  publicReads: PublicReads
}
