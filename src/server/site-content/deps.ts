import type { Db } from '#server/database/db.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Events } from '#server/kernel/events.ts'
import type { Guard } from '#server/kernel/http/guard.ts'
import type { ContentTranslator } from '#server/kernel/translation.ts'
import type { CatalogueNumbers } from './automatic-numbers.ts'
import type { ContentMedia } from './pictures.ts'

/** What the editing of the site content and its history need. */
export interface EditingDeps {
  db: Db
  clock: Clock
  events: Events
  guard: Guard
  media: ContentMedia
  translator: ContentTranslator
  /** Cached until public content changes. */
  readNumbers(): Promise<CatalogueNumbers>
  /** Returns those of the names that no machine has as a specification. */
  findUnknownSpecifications(names: readonly string[]): Promise<string[]>
}
