import { z } from 'zod'
import { KEY_SCOPES } from './permission.ts'

/** What a program signs in with. Times are UTC, ISO 8601. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  createdBy: z.string(),
  createdAt: z.string(),
  usedAt: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const NewApiKey = z.object({
  name: z.string().trim().min(1, 'Please enter a name.').max(100, 'A name can have at most 100 characters.'),
  scopes: z
    .array(z.enum(KEY_SCOPES))
    .min(1, 'Please choose what the key may do.')
    .max(KEY_SCOPES.length, 'Please name each permission once.'),
})
export type NewApiKey = z.infer<typeof NewApiKey>

/** `secret` is shown this once. */
export const NewApiKeyReply = z.object({ key: ApiKey, secret: z.string() })
export type NewApiKeyReply = z.infer<typeof NewApiKeyReply>
