import { type RefObject, useLayoutEffect, useRef } from 'react'
import { SINGLE_KEY_SHORTCUTS } from '#contracts/storage-keys.ts'

export interface Shortcut {
  /** 'Ctrl+S' (or the Command key), a single character such as '/', or two in sequence: 'g d'. */
  keys: string
  /** The description in the dialog: 'Save changes'. */
  label: string
  run: () => void
  /** The heading in the dialog. */
  group?: ShortcutGroup
}
export const SHORTCUT_GROUPS = ['On this screen', 'Go to', 'Add'] as const
type ShortcutGroup = (typeof SHORTCUT_GROUPS)[number]

/** The longest time between the two keys of a sequence. */
const SEQUENCE_TIMEOUT_MS = 1500
const registrations = new Set<RefObject<Shortcut[]>>()
const getRegisteredShortcuts = () => [...registrations].flatMap(({ current }) => current)

/** Registers a shortcut while the component is mounted. The last registered one of the same keys is used. */
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

/** The registered shortcuts of a group. */
export function listShortcuts(group: ShortcutGroup): Shortcut[] {
  return getRegisteredShortcuts().filter(
    ({ group: shortcutGroup = 'On this screen' }) => shortcutGroup === group,
  )
}

export const areSingleKeysEnabled = () => localStorage.getItem(SINGLE_KEY_SHORTCUTS) !== 'off'
export const setSingleKeysEnabled = (enabled: boolean) =>
  enabled ? localStorage.removeItem(SINGLE_KEY_SHORTCUTS) : localStorage.setItem(SINGLE_KEY_SHORTCUTS, 'off')

/** Listens to the keyboard and runs the registered shortcuts. Used once, by the layout. */
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

/** Runs the shortcut of the first candidate that has one. Returns whether there was one. */
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

/** Inputs that take no text. */
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
