import type { FastifyReply, FastifyRequest } from 'fastify'
import type { User } from '#contracts/account.ts'
import type { Permission } from '#contracts/permission.ts'
import { forbidden, unauthenticated } from './problem.ts'

/** Whoever acts beyond what a visitor may: a person by a session, or a program by an API key. */
export interface Actor {
  /** Undefined for a program. */
  accountId: string | undefined
  /** As it stands in the log. */
  name: string
  permissions: readonly Permission[]
  /** Undefined for a program. */
  session: { id: string; user: User } | undefined
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** What a route asks before it reads the body. Wired by the app, so that no room knows where sessions come from. */
export interface Guard {
  /** An `onRequest` hook: 401 without a live session or key, 403 unless it carries this permission. */
  requires(permission: Permission): Hook
  /** An `onRequest` hook for what concerns one's own account: 401 without a live session; keys have none. */
  requiresSession(): Hook
  /** Who passed one of the hooks on this request. Throws the 401 when nobody did. */
  actor(request: FastifyRequest): Actor
  /** The session that passed. Throws the 401 when there is none. */
  session(request: FastifyRequest): NonNullable<Actor['session']>
  /** Who sends a request that everybody may send; undefined for a visitor. */
  visitor(request: FastifyRequest): Promise<Actor | undefined>
}

/** `identify` answers who is behind a request's cookie or key, or undefined. */
export function createGuard(identify: (request: FastifyRequest) => Promise<Actor | undefined>): Guard {
  const passed = new WeakMap<FastifyRequest, Actor>()
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<Actor> => {
    // What staff read is for nobody's cache.
    reply.header('cache-control', 'no-store')
    const actor = await identify(request)
    if (!actor) throw unauthenticated()
    passed.set(request, actor)
    return actor
  }
  const actorOf = (request: FastifyRequest): Actor => {
    const actor = passed.get(request)
    if (!actor) throw unauthenticated()
    return actor
  }
  return {
    requires: (permission) => async (request, reply) => {
      const actor = await admit(request, reply)
      if (!actor.permissions.includes(permission)) throw forbidden()
    },
    requiresSession: () => async (request, reply) => {
      const actor = await admit(request, reply)
      if (!actor.session) throw unauthenticated()
    },
    actor: actorOf,
    session: (request) => {
      const { session } = actorOf(request)
      if (!session) throw unauthenticated()
      return session
    },
    visitor: identify,
  }
}
