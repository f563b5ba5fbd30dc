import { useSyncExternalStore } from 'react'

/** From here on form and preview have room beside each other; as `xl` in the style sheet. */
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
