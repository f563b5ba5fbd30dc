import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AuditLogEntry, AuditLogQuery } from '#contracts/account/audit-log.ts'
import type { Db } from '#server/database/db.ts'
import type { Guard } from '#server/kernel/http/guard.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { listActors, listAuditLog } from './store.ts'

/** Registers the reads of the audit log. Modules write it with each change (database/audit-log.ts). */
export async function auditLogRoutes(
  app: FastifyInstance,
  { db, guard }: { db: Db; guard: Guard },
): Promise<void> {
  const route = createRouter(app, { guard, tag: 'log' })

  route(
    'GET /api/log',
    {
      permission: 'audit-log.read',
      summary: 'List changes, newest first; X-Total-Count is the number of matches',
      query: AuditLogQuery,
      page: AuditLogEntry,
    },
    ({ query }) => listAuditLog(db, query),
  )

  route(
    'GET /api/log/people',
    {
      permission: 'audit-log.read',
      summary: 'List the names of everyone in the audit log',
      reply: z.array(z.string()),
    },
    () => listActors(db),
  )
}
