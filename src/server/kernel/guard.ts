import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { User } from '#contracts/account.ts'
import type { Permission } from '#contracts/permission.ts'
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

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard's hooks; null on routes that have none. */
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
  const requireActor = async (request: FastifyRequest, reply: FastifyReply): Promise<Actor> => {
    // Responses to staff must not be stored by shared caches.
    reply.header('cache-control', 'no-store')
    const actor = await authenticate(request)
    if (!actor) throw unauthorized()
    request.actor = actor
    return actor
  }
  return {
    /** Returns an `onRequest` hook that throws 401 without a valid session or API key, and 403 without this permission. */
    requires: (permission: Permission) => async (request: FastifyRequest, reply: FastifyReply) => {
      const actor = await requireActor(request, reply)
      if (!actor.permissions.includes(permission)) throw forbidden()
    },
    /** Returns an `onRequest` hook that throws 401 without a valid session. API keys have no session. */
    requiresSession: () => async (request: FastifyRequest, reply: FastifyReply) => {
      const actor = await requireActor(request, reply)
      if (!actor.session) throw unauthorized()
    },
    /** Returns the actor of a request to a public route, or undefined for a visitor. */
    optionalActor: authenticate,
  }
}

/** Returns the actor of a request that passed a hook of the guard. Throws 401 when there is none. */
export function getActor({ actor }: FastifyRequest): Actor {
  if (!actor) throw unauthorized()
  return actor
}

/** Returns the session of a request that passed a hook of the guard. Throws 401 when there is none. */
export function getSession(request: FastifyRequest): NonNullable<Actor['session']> {
  const { session } = getActor(request)
  if (!session) throw unauthorized()
  return session
}
