import type { Picture } from '#contracts/item.ts'
import type { Db, Tx } from '#server/database/db.ts'
import type { PublicReads } from '#server/http-cache/public-read.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Events } from '#server/kernel/events.ts'
import type { Guard } from '#server/kernel/guard.ts'
import type { UploadedFile } from '#server/kernel/multipart.ts'
import type { ListService } from '../listing/list-service.ts'

/** The part of the media service (media/media-service.ts) that the catalogue uses. */
interface CatalogueMedia {
  describe(images: string[], origin: string): Promise<ReadonlyMap<string, Picture>>
  toStored(url: string, origin: string, knownIds?: string[]): string
  upload(files: UploadedFile[]): Promise<{ ids: string[]; saveRecords(tx: Tx): Promise<void> }>
}

/** What routes and commands of items need. */
export interface ItemDeps {
  db: Db
  clock: Clock
  events: Events
  guard: Guard
  media: CatalogueMedia
  tmpDir: string
}

/** What routes that read lists need in addition. */
export interface ListingDeps extends ItemDeps {
  lists: ListService
  publicReads: PublicReads
}
