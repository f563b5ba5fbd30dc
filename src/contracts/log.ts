import { z } from 'zod'
import { SearchText } from './item.ts'
import { StorableText } from './storable-text.ts'

/** What a change was made to. */
export const LogSubject = z.enum([
  'item',
  'enquiry',
  'customer',
  'review',
  'settings',
  'account',
  'key',
  'search',
])
export type LogSubject = z.infer<typeof LogSubject>

/** What was done, in the past tense, as the log says it. */
export const LogAction = z.enum([
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
])
export type LogAction = z.infer<typeof LogAction>

/** One line of the log. `at` is UTC, ISO 8601. */
export const LogEntry = z.object({
  id: z.string(),
  at: z.string(),
  by: z.object({ accountId: z.string().nullable(), name: z.string() }),
  action: LogAction,
  subject: LogSubject,
  subjectId: z.string(),
  subjectName: z.string(),
  detail: z.string(),
})
export type LogEntry = z.infer<typeof LogEntry>

const day = z.iso.date('must be a day such as 2026-11-21')

/** Filters of the log; the newest entries come first. */
export const LogQuery = z.object({
  subject: LogSubject.optional(),
  subjectId: StorableText.max(100).optional(),
  by: StorableText.max(100).optional().meta({ description: "An account's id, or a name" }),
  from: day.optional().meta({ description: "First day, as India's calendar has it" }),
  to: day.optional().meta({ description: 'Last day, likewise' }),
  search: SearchText.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
})
export type LogQuery = z.infer<typeof LogQuery>
