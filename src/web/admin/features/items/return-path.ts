import type { Location } from 'react-router'
import { ADMIN_PATHS } from '#web/lib/admin-paths.ts'

interface ReturnState {
  returnTo: string
}

/** The state of a link from a list to a form: saving returns to the list with its present filters. */
export const toReturnState = ({ pathname, search }: Location): ReturnState => ({
  returnTo: pathname + search,
})

/** The list of all items that the form was opened from; undefined if it was opened from elsewhere. */
export function getReturnPath({ state }: Location): string | undefined {
  const path = (state as Partial<ReturnState> | null)?.returnTo
  return path?.startsWith(ADMIN_PATHS.items) ? path : undefined
}
