import { z } from 'zod'
import { FORM_LIMITS } from '../enquiry/form-limits.ts'
import { KEY_SCOPES } from './permission.ts'

/**
 * A key with which another program uses the API. It has at most the permissions of its account and ends with it. Times are
 * UTC, ISO 8601.
 */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)).meta({ description: 'Without those that its account does not have' }),
  accountId: z.string(),
  accountName: z.string(),
  createdAt: z.string(),
  validUntil: z
    .string()
    .nullable()
    .meta({ description: 'The last day on which the key is valid (in India), such as 2026-12-31' }),
  usedAt: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const NewApiKey = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(FORM_LIMITS.nameLength, `A name can have at most ${FORM_LIMITS.nameLength} characters.`),
  scopes: z
    .array(z.enum(KEY_SCOPES))
    .min(1, 'Choose at least one permission.')
    .max(KEY_SCOPES.length, 'Each permission can be given only once.'),
  validUntil: z.iso.date('Enter a date such as 2026-12-31.').nullable().default(null),
})
export type NewApiKey = z.input<typeof NewApiKey>

/** A new key; `secret` is returned only once. */
export const NewApiKeyReply = z.object({ key: ApiKey, secret: z.string() })
export type NewApiKeyReply = z.infer<typeof NewApiKeyReply>
