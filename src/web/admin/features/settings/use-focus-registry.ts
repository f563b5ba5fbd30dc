import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react'

type FocusTarget = HTMLElement & { disabled?: boolean }

export interface FocusRegistry {
  /** A ref callback that registers an element under a name, such as the path of its field. */
  register(name: string): RefCallback<FocusTarget>
  /** The name under which an element is registered; undefined if it is not. */
  findName(element: EventTarget): string | undefined
  /** After the next render, or after the section that contains them opens, focuses the first enabled one of these. */
  request(...names: string[]): void
}

/** The focusable elements of the form by name, and the request to focus one of them. */
export function useFocusRegistry(sectionId: string): FocusRegistry {
  const elements = useRef(new Map<string, FocusTarget>())
  const [requestedNames, setRequestedNames] = useState<string[]>([])
  const focusRequested = useCallback(() => {
    const target = requestedNames
      .map((name) => elements.current.get(name))
      .find((element) => element && !element.disabled)
    if (!target) return
    target.focus()
    setRequestedNames([])
  }, [requestedNames])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a section that opens registers more elements
  useEffect(focusRequested, [focusRequested, sectionId])
  const register = useCallback(
    (name: string) => (element: FocusTarget | null) => {
      if (!element) return
      elements.current.set(name, element)
      return () => {
        if (elements.current.get(name) === element) elements.current.delete(name)
      }
    },
    [],
  )
  const findName = useCallback(
    (element: EventTarget) => [...elements.current].find(([, registered]) => registered === element)?.[0],
    [],
  )
  const request = useCallback((...names: string[]) => setRequestedNames(names), [])
  return { register, findName, request }
}
