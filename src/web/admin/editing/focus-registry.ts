import type { RefCallback } from 'react'

type FocusTarget = HTMLElement & { disabled?: boolean }

export interface FocusRegistry {
  /** The ref callback of the control of a name, such as the path of its field. It stays the same. */
  register: (name: string) => RefCallback<FocusTarget>
  /** The name under which an element is registered; undefined if it is not. */
  findName: (element: EventTarget | null) => string | undefined
  /** After the next rendering, or once one of them appears, focuses the first of these that is enabled. */
  request: (...names: string[]) => void
}

/** The controls of a form by name, and the request to focus one of them. */
export function createFocusRegistry(): FocusRegistry {
  const elements = new Map<string, FocusTarget>()
  const callbacks = new Map<string, RefCallback<FocusTarget>>()
  let requested: string[] = []
  const focusRequested = () => {
    const target = requested.map((name) => elements.get(name)).find((element) => element && !element.disabled)
    if (!target) return
    requested = []
    target.focus({ preventScroll: true })
    // Below the bar of the form, with what belongs to it around it.
    const { top, bottom } = target.getBoundingClientRect()
    if (top < innerHeight / 4 || bottom > innerHeight * 0.75) target.scrollIntoView({ block: 'center' })
    // As after Tab, typing replaces the text.
    if (target instanceof HTMLInputElement) target.select()
  }
  const createCallback = (name: string) => (element: FocusTarget | null) => {
    if (!element) return
    elements.set(name, element)
    if (requested.includes(name)) setTimeout(focusRequested)
    return () => {
      if (elements.get(name) === element) elements.delete(name)
    }
  }
  return {
    register(name) {
      const callback = callbacks.get(name) ?? createCallback(name)
      callbacks.set(name, callback)
      return callback
    },
    findName: (element) => [...elements].find(([, registered]) => registered === element)?.[0],
    request(...names) {
      requested = names
      setTimeout(focusRequested)
    },
  }
}

/** A path and those of the parts that contain it, the nearest first: 'lines.a1.hsn', 'lines.a1', 'lines'. */
export function listEnclosingPaths(path: string): string[] {
  const parts = path.split('.')
  return parts.map((_part, index) => parts.slice(0, parts.length - index).join('.'))
}
