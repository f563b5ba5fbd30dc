import type { FastifyInstance } from 'fastify'
import { DemoRemoval } from '#contracts/demo-removal.ts'
import { countOf } from '#contracts/format.ts'
import { listUnusedDemoItems, removeDemoItems } from '#server/catalogue/item-api/remove-demo-items.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inContentTransaction } from '#server/database/transaction.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import type { Events } from '#server/kernel/events.ts'
import type { Actor, Guard } from '#server/kernel/http/guard.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { countDemoEnquiries, removeDemoEnquiries } from '#server/sales/enquiries/store.ts'
import { storeContent } from '#server/site-content/save-content.ts'
import { readSiteContent } from '#server/site-content/store.ts'

interface DemoRemovalDeps {
  db: Db
  events: Events
  clock: Clock
  guard: Guard
}

/** Registers the removal of the demo, which deletes nothing that staff or visitors entered, changed or use. */
export async function demoRemovalRoutes(app: FastifyInstance, deps: DemoRemovalDeps): Promise<void> {
  const route = createRouter(app, { guard: deps.guard, tag: 'dashboard' })

  route(
    'GET /api/demo',
    {
      permission: 'settings.edit',
      summary: 'What removing the demo would delete, and what would stay',
      reply: DemoRemoval,
    },
    async () => (await planRemoval(deps.db)).removal,
  )

  route(
    'DELETE /api/demo',
    {
      permission: 'settings.edit',
      summary:
        'Delete the items and enquiries of the demo that nobody has changed or uses; the others become your own',
      reply: DemoRemoval,
    },
    ({ actor }) => removeDemo(deps, actor),
  )
}

async function planRemoval(db: Db) {
  const { unused, kept } = await listUnusedDemoItems(db)
  const { untouched, others } = await countDemoEnquiries(db)
  return { unused, removal: { items: unused.length, enquiries: untouched, kept, keptEnquiries: others } }
}

const removeDemo = (deps: DemoRemovalDeps, actor: Actor): Promise<DemoRemoval> =>
  inContentTransaction(deps, async (tx) => {
    const at = toIso(deps.clock())
    const { unused, removal } = await planRemoval(tx)
    await removeDemoEnquiries(tx)
    await removeDemoItems(tx, unused, actor, at)
    await removeCallouts(tx, new Set(unused.map(({ slug }) => `/product/${slug}`)), { actor, at })
    if (removal.enquiries > 0)
      await writeAuditEntry(tx, actor, {
        ...{ at, action: 'deleted', subject: 'enquiry', subjectId: 'demo', subjectName: 'Demo' },
        ...{ detail: countOf(removal.enquiries, 'enquiry'), detailKind: 'facts' },
      })
    return removal
  })

/** Removes the callouts of the picture on the home page that lead to deleted items. */
async function removeCallouts(
  tx: Tx,
  paths: ReadonlySet<string>,
  { actor, at }: { actor: Actor; at: string },
): Promise<void> {
  const before = await readSiteContent(tx)
  const { hero } = before.content
  const callouts = hero.callouts.filter(({ path }) => !paths.has(path))
  if (callouts.length === hero.callouts.length) return
  const content = { ...before.content, hero: { ...hero, callouts } }
  await storeContent(tx, actor, { before, content, at, action: 'changed' })
}
