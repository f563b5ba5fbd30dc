import { generatePath } from 'react-router'
import type { LogAction, LogEntry, LogSubject } from '#contracts/log.ts'
import type { Permission } from '#contracts/permission.ts'
import { ADMIN_PATHS } from '../../../lib/admin-paths.ts'

interface SubjectWords {
  one: string
  many: string
  /** Stands before the name in a sentence. */
  before: string
  /** Where it can be seen, and what that takes. */
  screen?: { path: (id: string) => string; permission: Permission }
}

/** How the log speaks of each thing, and where it is to be seen. */
export const SUBJECTS: Record<LogSubject, SubjectWords> = {
  item: {
    one: 'Item',
    many: 'Items',
    before: '',
    screen: {
      path: (itemId) => generatePath(ADMIN_PATHS.itemHistory, { itemId }),
      permission: 'office.read',
    },
  },
  enquiry: {
    one: 'Enquiry',
    many: 'Enquiries',
    before: 'the enquiry of ',
    screen: { path: () => ADMIN_PATHS.customers, permission: 'enquiries.read' },
  },
  customer: {
    one: 'Customer',
    many: 'Customers',
    before: '',
    screen: { path: () => ADMIN_PATHS.customers, permission: 'enquiries.read' },
  },
  review: {
    one: 'Review',
    many: 'Reviews',
    before: 'the review by ',
    screen: { path: () => ADMIN_PATHS.reviews, permission: 'reviews.edit' },
  },
  settings: {
    one: 'Settings',
    many: 'Settings',
    before: '',
    screen: { path: () => ADMIN_PATHS.settings, permission: 'settings.edit' },
  },
  account: {
    one: 'Account',
    many: 'Accounts',
    before: '',
    screen: { path: () => ADMIN_PATHS.accounts, permission: 'accounts.edit' },
  },
  key: {
    one: 'API key',
    many: 'API keys',
    before: 'the key ',
    screen: { path: () => ADMIN_PATHS.accounts, permission: 'accounts.edit' },
  },
  search: { one: 'Search', many: 'Searches', before: 'the search ' },
}

/** Where an action needs other words than its own. */
const VERBS: Partial<Record<LogAction, string>> = {
  noted: 'wrote a note on',
  ended: 'ended the session of',
}
const WITHOUT_OBJECT = new Set<LogAction>(['signed in', 'signed out'])

/** What was done, in words: 'changed', and to what, unless the action says it all. */
export function wordsFor({ action, subject, subjectId, subjectName }: LogEntry) {
  const verb = VERBS[action] ?? action
  if (WITHOUT_OBJECT.has(action)) return { verb }
  return { verb, before: subjectId ? SUBJECTS[subject].before : '', name: subjectName }
}

/** Where the subject of an entry is to be seen; undefined when it is gone or has no screen. */
export function screenFor({
  action,
  subject,
  subjectId,
}: LogEntry): (SubjectWords['screen'] & { to: string }) | undefined {
  const screen = SUBJECTS[subject].screen
  if (!screen || action === 'deleted') return undefined
  return { ...screen, to: screen.path(subjectId) }
}
