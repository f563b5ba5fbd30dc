import { generatePath } from 'react-router'
import type { AuditAction, AuditLogEntry, AuditSubject } from '#contracts/account/audit-log.ts'
import type { Permission } from '#contracts/account/permission.ts'
import { ADMIN_PATHS, toPublicationPath, toQuotationPath } from '#web/lib/navigation/admin-paths.ts'

interface SubjectLabels {
  singular: string
  plural: string
  /** The words before the name in the description of an entry. */
  prefix: string
  /** The screen that shows it, with the permission that it requires. */
  screen?: { path: (id: string) => string; permission: Permission }
}

/** The labels and screens of the kinds of subjects. */
export const SUBJECTS: Record<AuditSubject, SubjectLabels> = {
  item: {
    singular: 'Item',
    plural: 'Items',
    prefix: '',
    screen: {
      // Without an id the entry is about many items, as that of an export.
      path: (itemId) => (itemId ? generatePath(ADMIN_PATHS.itemHistory, { itemId }) : ADMIN_PATHS.items),
      permission: 'catalogue.read',
    },
  },
  enquiry: {
    singular: 'Enquiry',
    plural: 'Enquiries',
    prefix: 'the enquiry of ',
    screen: { path: () => ADMIN_PATHS.customers, permission: 'enquiries.read' },
  },
  customer: {
    singular: 'Customer',
    plural: 'Customers',
    prefix: '',
    screen: { path: () => ADMIN_PATHS.customers, permission: 'enquiries.read' },
  },
  review: {
    singular: 'Review',
    plural: 'Reviews',
    prefix: 'the review by ',
    screen: { path: () => ADMIN_PATHS.reviews, permission: 'reviews.edit' },
  },
  settings: {
    singular: 'Settings',
    plural: 'Settings',
    prefix: '',
    screen: { path: () => ADMIN_PATHS.settingsHistory, permission: 'settings.edit' },
  },
  account: {
    singular: 'Account',
    plural: 'Accounts',
    prefix: '',
    screen: { path: () => ADMIN_PATHS.accounts, permission: 'accounts.edit' },
  },
  key: {
    singular: 'API key',
    plural: 'API keys',
    prefix: 'the key ',
    screen: { path: () => ADMIN_PATHS.accounts, permission: 'accounts.edit' },
  },
  search: { singular: 'Search', plural: 'Searches', prefix: 'the search ' },
  import: {
    singular: 'Import',
    plural: 'Imports',
    prefix: 'the import ',
    screen: {
      path: (importId) => generatePath(ADMIN_PATHS.importDetails, { importId }),
      permission: 'catalogue.edit',
    },
  },
  quality: {
    singular: 'Data quality',
    plural: 'Data quality',
    prefix: 'the finding ',
    screen: { path: () => ADMIN_PATHS.dataQuality, permission: 'catalogue.read' },
  },
  quotation: {
    singular: 'Quotation',
    plural: 'Quotations',
    prefix: 'the quotation ',
    screen: {
      path: (id) => (id ? toQuotationPath(id) : ADMIN_PATHS.quotations),
      permission: 'quotations.read',
    },
  },
  publication: {
    singular: 'Page or article',
    plural: 'Pages and articles',
    prefix: '',
    screen: {
      path: (id) => (id ? toPublicationPath(id) : ADMIN_PATHS.publications),
      permission: 'settings.edit',
    },
  },
  translation: {
    singular: 'Translation',
    plural: 'Translations',
    prefix: 'the translation of ',
    screen: { path: () => ADMIN_PATHS.translations, permission: 'settings.edit' },
  },
  template: {
    singular: 'Template',
    plural: 'Templates',
    prefix: 'the specification template of ',
    screen: { path: () => ADMIN_PATHS.templates, permission: 'catalogue.read' },
  },
}

/** The verbs of the actions whose own name is not the verb. */
const VERBS: Partial<Record<AuditAction, string>> = {
  imported: 'applied',
  undone: 'undid',
  noted: 'wrote a note on',
  declined: 'rejected',
  ended: 'ended the session of',
}
const ACTIONS_WITHOUT_OBJECT = new Set<AuditAction>(['signed in', 'signed out'])

/** The words of an entry: the verb, and the subject's name with its prefix unless the action has no object. */
export function describeEntry({ action, subject, subjectId, subjectName }: AuditLogEntry) {
  const verb = VERBS[action] ?? action
  if (ACTIONS_WITHOUT_OBJECT.has(action)) return { verb }
  return { verb, prefix: subjectId ? SUBJECTS[subject].prefix : '', name: subjectName }
}

/** The screen of an entry's subject; undefined if the subject was deleted or has no screen. */
export function getEntryScreen({
  action,
  subject,
  subjectId,
}: AuditLogEntry): (SubjectLabels['screen'] & { to: string }) | undefined {
  const screen = SUBJECTS[subject].screen
  if (!screen || action === 'deleted') return undefined
  return { ...screen, to: screen.path(subjectId) }
}
