import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { User } from '#contracts/account/account.ts'
import type { Permission } from '#contracts/account/permission.ts'
import { forbidden, unauthorized } from './problem.ts'

/** Who a request acts for beyond a visitor's rights: an account with a session, or a program with an API key. */
export interface Actor {
  /** Undefined for a program. */
  accountId: string | undefined
  /** The name that the audit log records. */
  name: string
  permissions: readonly Permission[]
  /** Undefined for a program. */
  session: { id: string; user: User } | undefined
}

/** An actor with an account, which has signed in. */
export type SessionActor = Actor & { accountId: string; session: NonNullable<Actor['session']> }

/** Who may call a route: accounts and API keys with a permission, or everyone who has signed in. */
export type Access = Permission | 'session'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard's hooks; null on public routes. */
    actor: Actor | null
  }
}

/** The checks that routes run before they read the body. The app wires them, so that no module depends on accounts. */
export type Guard = ReturnType<typeof createGuard>

/** `authenticate` returns the actor of a request's cookie or API key, or undefined. */
export function createGuard(
  app: Pick<FastifyInstance, 'decorateRequest'>,
  authenticate: (request: FastifyRequest) => Promise<Actor | undefined>,
) {
  app.decorateRequest('actor', null)
  return {
    /**
     * Returns an `onRequest` hook that throws 401 without a valid session or API key, and 403 without this permission. API keys
     * have no session.
     */
    requires: (access: Access) => async (request: FastifyRequest, reply: FastifyReply) => {
      // Responses to staff must not be stored by shared caches.
      reply.header('cache-control', 'no-store')
      const actor = await authenticate(request)
      if (!actor || (access === 'session' && !actor.session)) throw unauthorized()
      if (access !== 'session' && !actor.permissions.includes(access)) throw forbidden()
      request.actor = actor
    },
    /** Returns the actor of a request to a public route, or undefined for a visitor. */
    optionalActor: authenticate,
  }
}
