import { useLayoutEffect } from 'react'
import { SINGLE_KEYS } from '#contracts/storage-keys.ts'

export interface Shortcut {
  /** 'Ctrl+S' (the Command key counts as well), one sign such as '/', or two one after the other: 'g d'. */
  keys: string
  /** What it does: 'Save changes'. */
  label: string
  run: () => void
  /** Under which head the sheet lists it. */
  group?: ShortcutGroup
  /** Whether there is anything for it to do just now; asked when it is pressed or listed. */
  isThere?: () => boolean
}
export const SHORTCUT_GROUPS = ['On this screen', 'Go to', 'Add'] as const
type ShortcutGroup = (typeof SHORTCUT_GROUPS)[number]

/** The second of two keys must follow within this time. */
const TOGETHER_MS = 1500
const known = new Set<Shortcut>()

/** Makes keys do something for as long as the component is shown. Of two with the same keys the later one counts. */
export function useShortcut(shortcut: Shortcut): void {
  useShortcuts([shortcut])
}

export function useShortcuts(shortcuts: Shortcut[]): void {
  // With what is drawn, not after it: whoever sees a screen may press its keys.
  useLayoutEffect(() => {
    for (const shortcut of shortcuts) known.add(shortcut)
    return () => {
      for (const shortcut of shortcuts) known.delete(shortcut)
    }
  })
}

/** What works on this screen now, by group; single keys only where they are wanted. */
export function listShortcuts(group: ShortcutGroup): Shortcut[] {
  return [...known].filter(
    ({ group: own = 'On this screen', isThere }) => own === group && (isThere?.() ?? true),
  )
}

export const singleKeysWanted = () => localStorage.getItem(SINGLE_KEYS) !== 'off'
export const wantSingleKeys = (wanted: boolean) =>
  wanted ? localStorage.removeItem(SINGLE_KEYS) : localStorage.setItem(SINGLE_KEYS, 'off')

/** Listens to the keyboard and runs what is known. Used once, by the frame. */
export function useShortcutKeys(): void {
  useLayoutEffect(() => {
    let first: { key: string; at: number } | undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat || event.altKey) return
      if (document.querySelector('dialog[open]')) return
      const key = event.key.toLowerCase()
      if (event.ctrlKey || event.metaKey) return event.shiftKey || run(event, [`ctrl+${key}`])
      if (key.length !== 1 || isTypedInto(event.target) || !singleKeysWanted()) return
      const together = first && event.timeStamp - first.at < TOGETHER_MS ? [`${first.key} ${key}`] : []
      first = run(event, [...together, key]) ? undefined : { key, at: event.timeStamp }
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Runs the last of the known shortcuts with the first of these keys that has one; whether there was any. */
function run(event: KeyboardEvent, wanted: string[]): boolean {
  for (const keys of wanted) {
    const shortcut = [...known].findLast(
      (one) => one.keys.toLowerCase() === keys && (one.isThere?.() ?? true),
    )
    if (!shortcut) continue
    event.preventDefault()
    shortcut.run()
    return true
  }
  return false
}

/** Boxes to tick and sliders take no letters. */
const LETTERLESS = new Set(['checkbox', 'radio', 'range', 'button', 'submit', 'reset', 'file', 'color'])

function isTypedInto(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !LETTERLESS.has(target.type)
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  )
}
