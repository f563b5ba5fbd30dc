import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Role, User } from '#contracts/account.ts'
import { forbidden, unauthenticated } from './problem.ts'

/** Somebody signed in: who, and by which session. */
export interface SignedIn {
  user: User
  sessionId: string
}

/** What a route asks before it reads the body. Wired by the app, so that no room knows where sessions come from. */
export interface Guard {
  /** An `onRequest` hook: 401 without a live session, 403 unless the role is among `roles` (all when none is named). */
  staff(...roles: Role[]): (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Who passed `staff` on this request. Throws the 401 when nobody did. */
  signedIn(request: FastifyRequest): SignedIn
}

/** `findSession` answers the live session of a request's cookie, or undefined. */
export function createGuard(findSession: (request: FastifyRequest) => Promise<SignedIn | undefined>): Guard {
  const passed = new WeakMap<FastifyRequest, SignedIn>()
  return {
    staff:
      (...roles) =>
      async (request, reply) => {
        // What staff read is for nobody's cache.
        reply.header('cache-control', 'no-store')
        const signedIn = await findSession(request)
        if (!signedIn) throw unauthenticated()
        if (roles.length > 0 && !roles.includes(signedIn.user.role)) throw forbidden()
        passed.set(request, signedIn)
      },
    signedIn: (request) => {
      const signedIn = passed.get(request)
      if (!signedIn) throw unauthenticated()
      return signedIn
    },
  }
}
