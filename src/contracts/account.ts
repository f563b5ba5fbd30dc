import { z } from 'zod'

export const Role = z.enum(['owner', 'editor', 'sales'])
export type Role = z.infer<typeof Role>

export const User = z.object({ id: z.string(), username: z.string(), email: z.string(), role: Role })
export type User = z.infer<typeof User>

/** Blank fields are refused by the rules, so that the specified sentence is the answer. */
export const LoginBody = z.object({ email: z.string().max(320), password: z.string().max(1000) })
export type LoginBody = z.infer<typeof LoginBody>

/** `token` is the session's public handle: it marks the browser as signed in and opens nothing (decision 0003). */
export const LoginReply = z.object({ token: z.string(), user: User, message: z.string() })
export type LoginReply = z.infer<typeof LoginReply>
