import { useLocation, useNavigate } from 'react-router'
import { getReturnState, type ListState } from '../return-path.ts'

/** The screen after an item was saved: the table that the form was opened from, or else `fallback`. */
export function useFormDestination(fallback: string, fallbackState?: ListState & { tab?: string }) {
  const location = useLocation()
  const navigate = useNavigate()
  const returnState = getReturnState(location)
  const to = returnState?.returnTo ?? fallback
  const state = returnState ? returnState.listState : fallbackState
  return {
    to,
    state,
    /** The label of the link to it. */
    label: returnState ? 'Back to the list' : 'Products',
    /** Opens it with this item highlighted. */
    open: (highlightedId: string) => void navigate(to, { state: { ...state, highlightedId } }),
  }
}
export type FormDestination = ReturnType<typeof useFormDestination>
