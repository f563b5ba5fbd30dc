import { sql } from 'kysely'
import type { Dashboard, StepConfirmation } from '#contracts/dashboard.ts'
import { SERVICE_REQUESTS } from '#contracts/enquiry/enquiry.ts'
import { CLOSED_STATUSES } from '#contracts/enquiry/status.ts'
import { KINDS } from '#contracts/item/kind.ts'
import type { MissingField } from '#contracts/item/state.ts'
import { INCOMPLETE_CONDITIONS, isAddedByStaff } from '#server/database/conditions.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { countMatches } from '#server/database/page.ts'
import type { DateRange } from './rules.ts'

const MAX_REQUESTED_ITEMS = 8
const MAX_ZERO_RESULT_SEARCHES = 10

/** Returns the three totals; customers and service requests are counted from `since` on. */
export async function getTotals(
  db: Db,
  since: string,
): Promise<Pick<Dashboard, 'totalProducts' | 'newCustomers' | 'serviceRequests'>> {
  const items = await countMatches(db.selectFrom('item'))
  const hidden = await countMatches(db.selectFrom('item').where('unpublished_at', 'is not', null))
  const customers = await db
    .selectFrom('customer')
    // Each enquiry of a visitor has a customer of its own until staff assign it: an address is one customer.
    .select(sql<number>`count(distinct case when email_key = '' then id else email_key end)`.as('count'))
    .where('created_at', '>=', since)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('customer as earlier')
            .select('earlier.id')
            .whereRef('earlier.email_key', '=', 'customer.email_key')
            .where('earlier.email_key', '!=', '')
            .where('earlier.created_at', '<', since),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  const requests = db
    .selectFrom('enquiry')
    .where('created_at', '>=', since)
    .where('service', 'in', SERVICE_REQUESTS)
  return {
    totalProducts: items - hidden,
    newCustomers: customers.count,
    serviceRequests: await countMatches(requests),
  }
}

/** Returns the number of enquiries within a date range. */
export async function countEnquiries(db: Db, { from, to }: DateRange): Promise<number> {
  return countMatches(db.selectFrom('enquiry').where('created_at', '>=', from).where('created_at', '<', to))
}

/** Returns the number of enquiries since `since` by the values of a column. */
export async function countEnquiriesBy(
  db: Db,
  column: 'service' | 'status',
  since: string,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('enquiry')
    .select(column)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('created_at', '>=', since)
    .groupBy(column)
    .execute()
  return new Map(rows.map((row) => [String(row[column]), row.count]))
}

/** Returns the items with the most enquiries since `since`, at most 8. */
export async function listMostRequested(db: Db, since: string): Promise<Dashboard['mostRequested']> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('enquiry')
        .select('item_id')
        .select(({ fn }) => fn.countAll<number>().as('enquiries'))
        .where('created_at', '>=', since)
        .where('item_id', 'is not', null)
        .groupBy('item_id')
        .orderBy('enquiries', 'desc')
        .orderBy('item_id')
        .limit(MAX_REQUESTED_ITEMS)
        .as('requested'),
    )
    .innerJoin('item', 'item.id', 'requested.item_id')
    .select(['item.id', 'item.kind', 'item.name', 'requested.enquiries'])
    .orderBy('requested.enquiries', 'desc')
    .orderBy('item.name_sort')
    .execute()
  return rows
}

/** Returns the most frequent searches without results, at most 10. */
export async function listZeroResultSearches(db: Db): Promise<Dashboard['zeroResultSearches']> {
  const rows = await db
    .selectFrom('zero_result_search')
    .select(['term', 'count', 'last_at'])
    .orderBy('count', 'desc')
    .orderBy('last_at', 'desc')
    .limit(MAX_ZERO_RESULT_SEARCHES)
    .execute()
  return rows.map((row) => ({ term: row.term, count: row.count, lastAt: row.last_at }))
}

/** Returns the number of published items with missing information, by kind. Services have no price. */
export async function countIncomplete(db: Db): Promise<Dashboard['incomplete']> {
  const picture = await countMissingByKind(db, 'picture')
  const price = await countMissingByKind(db, 'price')
  const specifications = await countMissingByKind(db, 'specifications')
  return KINDS.map((kind) => ({
    kind,
    picture: picture.get(kind) ?? 0,
    price: kind === 'service' ? null : (price.get(kind) ?? 0),
    specifications: specifications.get(kind) ?? 0,
  }))
}

async function countMissingByKind(db: Db, field: MissingField): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('item')
    .select('kind')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<boolean>`item.unpublished_at is null`)
    .where(INCOMPLETE_CONDITIONS[field])
    .groupBy('kind')
    .execute()
  return new Map(rows.map((row) => [row.kind, row.count]))
}

/** Returns the numbers of new enquiries, of those received before `before`, and of open ones due by `day`. */
export async function countPending(
  db: Db,
  { day, before }: { day: string; before: string },
): Promise<Pick<Dashboard['pending'], 'needsReply' | 'due' | 'unanswered'>> {
  const due = db
    .selectFrom('enquiry')
    .where('next_action_on', '<=', day)
    .where('status', 'not in', CLOSED_STATUSES)
  const fresh = await db
    .selectFrom('enquiry')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('created_at', '<', before).as('old'),
    ])
    .where('status', '=', 'new')
    .executeTakeFirstOrThrow()
  return { needsReply: fresh.all, due: await countMatches(due), unanswered: fresh.old }
}

/** Returns the number of reviews that staff have neither approved nor rejected. */
export async function countPendingReviews(db: Db): Promise<number> {
  return countMatches(db.selectFrom('review').where('status', '=', 'new'))
}

/** Whether there is a published machine that staff added; a machine of the demo that they changed is none. */
export async function hasOwnMachine(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('item')
    .select('id')
    .where('kind', '=', 'machine')
    .where('is_demo', '=', 0)
    .where('unpublished_at', 'is', null)
    .where(isAddedByStaff)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether items or enquiries are marked as those of the demo. */
export async function hasDemo(db: Db): Promise<boolean> {
  // Only literals find the partial indexes.
  const { rows } = await sql`select 1 from item where is_demo = 1
    union all select 1 from enquiry where is_demo = 1 limit 1`.execute(db)
  return rows.length > 0
}

/** Whether this account has hidden the steps of getting started. */
export async function isChecklistDismissed(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('is_checklist_dismissed')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.is_checklist_dismissed === 1
}

export async function updateChecklistDismissal(tx: Tx, accountId: string, dismissed: boolean): Promise<void> {
  await tx
    .updateTable('account')
    .set({ is_checklist_dismissed: Number(dismissed) })
    .where('id', '=', accountId)
    .execute()
}

/** Whether the account was ever named: a new one has the first part of its email address as its name. */
export async function isAccountNamed(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select(['username', 'email'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.username !== row?.email.split('@')[0]
}

/** The steps that any account has confirmed. */
export async function listConfirmedSteps(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('account')
    .select('confirmed_steps')
    .where('confirmed_steps', '!=', '')
    .execute()
  return new Set(rows.flatMap((row) => row.confirmed_steps.split(',')))
}

/** Records that this account confirms a step, or that no account does any more. */
export async function updateStepConfirmation(
  tx: Tx,
  accountId: string,
  { step, confirmed }: StepConfirmation,
): Promise<void> {
  const rows = await tx
    .selectFrom('account')
    .select(['id', 'confirmed_steps'])
    .$if(confirmed, (query) => query.where('id', '=', accountId))
    .execute()
  for (const row of rows) {
    const others = row.confirmed_steps.split(',').filter((other) => other && other !== step)
    const steps = confirmed ? [...others, step] : others
    await tx.updateTable('account').set({ confirmed_steps: steps.join() }).where('id', '=', row.id).execute()
  }
}
