import { z } from 'zod'
import { SearchText } from '../item/item.ts'
import { TextWithoutNul } from '../text-without-nul.ts'

/**
 * What an entry of the audit log is about. 'key' is an API key, 'search' a list of searches without results, 'template' the
 * specifications of a category, 'quality' a dismissed finding of the data quality.
 */
export const AuditSubject = z.enum([
  'item',
  'enquiry',
  'customer',
  'review',
  'settings',
  'account',
  'key',
  'search',
  'import',
  'template',
  'quality',
  'quotation',
  'publication',
  'translation',
])
export type AuditSubject = z.infer<typeof AuditSubject>

/** The kinds of changes in the audit log. The values are stored in the database. */
export const AuditAction = z.enum([
  'created',
  'changed',
  'featured',
  'unfeatured',
  'published',
  'unpublished',
  'archived',
  'restored',
  'deleted',
  'declined',
  'noted',
  'invited',
  'signed in',
  'signed out',
  'ended',
  'exported',
  'imported',
  'undone',
  'dismissed',
  'sent',
  'withdrawn',
  'approved',
  'refused',
  'accepted',
  'erased',
])
export type AuditAction = z.infer<typeof AuditAction>

/**
 * What the detail of an entry is; code decides by it, never by the words of the detail. 'text': words that somebody typed or
 * that name somebody, which the erasure of a person removes. 'facts': states, amounts and fields, which it keeps. 'document',
 * 'relation' and 'drawing': changes of what belongs to an item without being part of its revisions.
 */
export type AuditDetailKind = 'text' | 'facts' | 'document' | 'relation' | 'drawing'

/** One entry of the audit log. `at` is UTC, ISO 8601. */
export const AuditLogEntry = z.object({
  id: z.string(),
  at: z.string(),
  by: z.object({ accountId: z.string().nullable(), name: z.string() }),
  action: AuditAction,
  subject: AuditSubject,
  subjectId: z.string(),
  subjectName: z.string(),
  detail: z.string(),
})
export type AuditLogEntry = z.infer<typeof AuditLogEntry>

const day = z.iso.date('must be a date such as 2026-11-21')

/** Filters of the audit log. */
export const AuditLogQuery = z.object({
  subject: AuditSubject.optional(),
  subjectId: TextWithoutNul.max(100).optional(),
  by: TextWithoutNul.max(100).optional().meta({ description: 'An account id or a name' }),
  from: day.optional().meta({ description: 'First day (IST)' }),
  to: day.optional().meta({ description: 'Last day (IST)' }),
  search: SearchText.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
})
export type AuditLogQuery = z.infer<typeof AuditLogQuery>
