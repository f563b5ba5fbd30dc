import type { Picture } from '#contracts/item/item.ts'
import type { Db, Tx } from '#server/database/db.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Events } from '#server/kernel/events.ts'
import type { Guard } from '#server/kernel/http/guard.ts'
import type { UploadedFile } from '#server/kernel/http/multipart.ts'

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
