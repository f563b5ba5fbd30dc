import type { FoundPage } from '#contracts/publication/found-page.ts'
import type { PublicReads } from '#server/http-cache/public-read.ts'
import type { ContentTranslator } from '#server/kernel/translation.ts'
import type { ItemDeps } from '../items/deps.ts'
import type { ListService } from './list-service.ts'

/** What routes that read lists need in addition. */
export interface ListingDeps extends ItemDeps {
  lists: ListService
  publicReads: PublicReads
  translator: ContentTranslator
  /** The pages and articles with all words of a search in their title. */
  findPages(search: string): Promise<FoundPage[]>
  /** The newest pages and articles that show this item. */
  listPagesAbout(itemId: string): Promise<FoundPage[]>
}
