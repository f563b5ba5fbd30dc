import { getStoredUser } from './stored-user.ts'

/*
 * What staff entered about customers and have not saved, on this device: of one account, and only until it signs out. Where storage
 * is blocked there is none, and no error.
 */

const PREFIX = 'capstan-work:'
/** The keys of versions that did not know whose work it was. */
const FORMER_PREFIXES = ['capstan-quotation:', 'capstan-answer:']
let isSignedOut = false

const toPrefix = () => `${PREFIX}${getStoredUser()?.id ?? ''}:`

export function readWork(key: string): string | undefined {
  try {
    return localStorage.getItem(toPrefix() + key) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores work; undefined deletes it. Does nothing after signing out: screens store their work when they are left. */
export function writeWork(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(toPrefix() + key)
    else if (!isSignedOut) localStorage.setItem(toPrefix() + key, text)
  } catch {
    // Storage is full or blocked.
  }
}

export const hasWork = (): boolean => listKeys().some((key) => key.startsWith(toPrefix()))

/** Deletes the work of other accounts. */
export function deleteWorkOfOthers(): void {
  const own = toPrefix()
  for (const key of listKeys()) if (!key.startsWith(own)) localStorage.removeItem(key)
}

/** Deletes all work, and stores none from now on. */
export function deleteAllWork(): void {
  isSignedOut = true
  for (const key of listKeys()) localStorage.removeItem(key)
}

function listKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) =>
      [PREFIX, ...FORMER_PREFIXES].some((prefix) => key.startsWith(prefix)),
    )
  } catch {
    return []
  }
}
