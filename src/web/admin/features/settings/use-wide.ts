import { useSyncExternalStore } from 'react'

/** From here on form and preview have room beside each other; as `xl` in the style sheet. */
const WIDE = '(min-width: 80rem)'

export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(WIDE)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(WIDE).matches,
  )
}
