import { type RefObject, useLayoutEffect, useRef } from 'react'
import { SINGLE_KEY_SHORTCUTS } from '#contracts/storage-keys.ts'

export interface Shortcut {
  /** 'Ctrl+S' (the Command key counts as well), one sign such as '/', or two one after the other: 'g d'. */
  keys: string
  /** What it does: 'Save changes'. */
  label: string
  run: () => void
  /** Under which head the sheet lists it. */
  group?: ShortcutGroup
}
export const SHORTCUT_GROUPS = ['On this screen', 'Go to', 'Add'] as const
type ShortcutGroup = (typeof SHORTCUT_GROUPS)[number]

/** The second of two keys must follow within this time. */
const SEQUENCE_TIMEOUT_MS = 1500
const registrations = new Set<RefObject<Shortcut[]>>()
const getRegisteredShortcuts = () => [...registrations].flatMap(({ current }) => current)

/** Makes keys do something for as long as the component is shown. Of two with the same keys the later one counts. */
export function useShortcut(shortcut: Shortcut): void {
  useShortcuts([shortcut])
}

export function useShortcuts(shortcuts: Shortcut[]): void {
  const registration = useRef(shortcuts)
  // A layout effect runs before the screen is painted, so that a visible screen always reacts to its keys.
  useLayoutEffect(() => {
    registration.current = shortcuts
  }, [shortcuts])
  useLayoutEffect(() => {
    registrations.add(registration)
    return () => {
      registrations.delete(registration)
    }
  }, [])
}

/** What works on this screen now, by group; single keys only where they are wanted. */
export function listShortcuts(group: ShortcutGroup): Shortcut[] {
  return getRegisteredShortcuts().filter(
    ({ group: shortcutGroup = 'On this screen' }) => shortcutGroup === group,
  )
}

export const areSingleKeysEnabled = () => localStorage.getItem(SINGLE_KEY_SHORTCUTS) !== 'off'
export const setSingleKeysEnabled = (enabled: boolean) =>
  enabled ? localStorage.removeItem(SINGLE_KEY_SHORTCUTS) : localStorage.setItem(SINGLE_KEY_SHORTCUTS, 'off')

/** Listens to the keyboard and runs what is known. Used once, by the frame. */
export function useShortcutListener(): void {
  useLayoutEffect(() => {
    let firstKey: { key: string; at: number } | undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat || event.altKey) return
      if (document.querySelector('dialog[open]')) return
      const key = event.key.toLowerCase()
      if (event.ctrlKey || event.metaKey) return event.shiftKey || runShortcut(event, [`ctrl+${key}`])
      if (key.length !== 1 || isTextField(event.target) || !areSingleKeysEnabled()) return
      const sequence =
        firstKey && event.timeStamp - firstKey.at < SEQUENCE_TIMEOUT_MS ? [`${firstKey.key} ${key}`] : []
      firstKey = runShortcut(event, [...sequence, key]) ? undefined : { key, at: event.timeStamp }
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Runs the last of the known shortcuts with the first of these keys that has one; whether there was any. */
function runShortcut(event: KeyboardEvent, candidates: string[]): boolean {
  for (const keys of candidates) {
    const shortcut = getRegisteredShortcuts().findLast((candidate) => candidate.keys.toLowerCase() === keys)
    if (!shortcut) continue
    event.preventDefault()
    shortcut.run()
    return true
  }
  return false
}

/** Boxes to tick and sliders take no letters. */
const NON_TEXT_INPUT_TYPES = new Set([
  'checkbox',
  'radio',
  'range',
  'button',
  'submit',
  'reset',
  'file',
  'color',
])

function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NON_TEXT_INPUT_TYPES.has(target.type)
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  )
}
