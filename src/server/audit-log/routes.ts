import { z } from 'zod'
import { AuditLogEntry, AuditLogQuery } from '#contracts/audit-log.ts'
import type { Db } from '#server/database/db.ts'
import type { Api } from '#server/kernel/api.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { listActors, listAuditLog } from './store.ts'

/** Registers the reads of the audit log. Modules write it with each change (database/audit-log.ts). */
export async function auditLogRoutes(app: Api, { db, guard }: { db: Db; guard: Guard }): Promise<void> {
  app.get(
    '',
    {
      onRequest: guard.requires('audit-log.read'),
      schema: {
        summary: 'List changes, newest first; X-Total-Count is the number of matches',
        querystring: AuditLogQuery,
        response: { 200: z.array(AuditLogEntry) },
      },
    },
    async (request, reply) => {
      const { entries, total } = await listAuditLog(db, request.query)
      reply.header('x-total-count', total)
      return entries
    },
  )

  app.get(
    '/people',
    {
      onRequest: guard.requires('audit-log.read'),
      schema: {
        summary: 'List the names of everyone in the audit log',
        response: { 200: z.array(z.string()) },
      },
    },
    () => listActors(db),
  )
}
