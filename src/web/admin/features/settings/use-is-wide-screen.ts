import { useSyncExternalStore } from 'react'

/** From this width the form and the preview are shown side by side; equals `xl` in the style sheets. */
const WIDE_SCREEN_QUERY = '(min-width: 80rem)'

export function useIsWideScreen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(WIDE_SCREEN_QUERY)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(WIDE_SCREEN_QUERY).matches,
  )
}
