import type { Location } from 'react-router'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'

/** The state of a history entry that shows a list again, or for the first time after an item was saved. */
export interface ListState {
  /** The key of the history entry whose scroll position is restored (shell/use-late-scroll-restoration.ts). */
  scrollKey?: string
  /** The item whose row or card is highlighted. */
  highlightedId?: string | undefined
}

interface ReturnState {
  returnTo: string
  listState: ListState
}

/**
 * The state of a link from the table of items to a form: saving and cancelling return to the table with its present
 * filters, page and scroll position, and highlight the item.
 */
export const toReturnState = (
  { pathname, search, key, state }: Location,
  highlightedId?: string,
): ReturnState => ({
  returnTo: pathname + search,
  listState: { scrollKey: (state as ListState | null)?.scrollKey ?? key, highlightedId },
})

/** The screens with lists to which a form returns. */
const LIST_PATHS = [ADMIN_PATHS.items, ADMIN_PATHS.dataQuality]

/** The list that the form was opened from; undefined if it was opened from elsewhere. */
export function getReturnState({ state }: Location): ReturnState | undefined {
  const returnState = state as ReturnState | null
  return LIST_PATHS.some((path) => returnState?.returnTo?.startsWith(path)) ? returnState! : undefined
}

/** The item that the list on display highlights. */
export const getHighlightedId = ({ state }: Location): string | undefined =>
  (state as ListState | null)?.highlightedId

/** The state of Product Management after a service was saved: row FRM-7 names no tab in its URL. */
export const SERVICES_STATE = { tab: 'services' } as const

/** Whether the list was opened with `SERVICES_STATE`. */
export const isServiceSaved = ({ state }: Location): boolean =>
  (state as Partial<typeof SERVICES_STATE> | null)?.tab === SERVICES_STATE.tab
