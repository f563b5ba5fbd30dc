import type { FastifyInstance } from 'fastify'
import { DemoRemoval } from '#contracts/demo-removal.ts'
import { listUnusedDemoItems, removeDemoItems } from '#server/catalogue/item-api/remove-demo-items.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db } from '#server/database/db.ts'
import { inContentTransaction } from '#server/database/transaction.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import type { Events } from '#server/kernel/events.ts'
import type { Actor, Guard } from '#server/kernel/http/guard.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { countDemoEnquiries, removeDemoEnquiries } from '#server/sales/enquiries/store.ts'

interface DemoRemovalDeps {
  db: Db
  events: Events
  clock: Clock
  guard: Guard
}

/** Registers the removal of the demo, which deletes nothing that staff or visitors entered or use. */
export async function demoRemovalRoutes(app: FastifyInstance, deps: DemoRemovalDeps): Promise<void> {
  const route = createRouter(app, { guard: deps.guard, tag: 'dashboard' })

  route(
    'GET /api/demo',
    {
      permission: 'settings.edit',
      summary: 'What removing the demo would delete, and what would stay',
      reply: DemoRemoval,
    },
    () => previewDemoRemoval(deps.db),
  )

  route(
    'DELETE /api/demo',
    {
      permission: 'settings.edit',
      summary: 'Delete the items and enquiries of the demo that nobody has changed or uses',
      reply: DemoRemoval,
    },
    ({ actor }) => removeDemo(deps, actor),
  )
}

async function previewDemoRemoval(db: Db): Promise<DemoRemoval> {
  const { unused, kept } = await listUnusedDemoItems(db)
  return { items: unused.length, enquiries: await countDemoEnquiries(db), kept }
}

const removeDemo = (deps: DemoRemovalDeps, actor: Actor): Promise<DemoRemoval> =>
  inContentTransaction(deps, async (tx) => {
    const at = toIso(deps.clock())
    const enquiries = await removeDemoEnquiries(tx)
    const removal = { enquiries, ...(await removeDemoItems(tx, actor, at)) }
    if (enquiries > 0)
      await writeAuditEntry(tx, actor, {
        ...{
          at,
          action: 'deleted',
          subject: 'enquiry',
          subjectId: 'demo',
          subjectName: 'Enquiries of the demo',
        },
        ...{ detail: String(enquiries), detailKind: 'facts' },
      })
    return removal
  })
