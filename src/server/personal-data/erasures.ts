import { join } from 'node:path'
import { addErasures, ERASURES_FILE, type Erasure, readErasures } from '../backup/erasure-list.ts'
import { isUsed } from '../catalogue/documents/store.ts'
import { writeAuditEntry } from '../database/audit-log.ts'
import type { Db, Tx } from '../database/db.ts'
import { inTransaction } from '../database/transaction.ts'
import { type Clock, subtractDays, subtractMonths, toIso } from '../kernel/clock.ts'
import type { Actor } from '../kernel/http/guard.ts'
import { conflict, notFound } from '../kernel/http/problem.ts'
import type { BlobStorage } from '../media/storage/blob-storage.ts'
import { getQuotation } from '../sales/quotations/record.ts'
import { readSiteContent } from '../site-content/store.ts'
import { listContentRevisions } from '../site-content/store-history.ts'
import {
  erasePerson,
  findCustomerData,
  findEnquiryData,
  findQuotationData,
  listErasures,
  listInactiveCustomers,
  listPersonFiles,
} from './store-personal-data.ts'
import { ERASED_NAME, type Person, RETENTION_NAME } from './store-table-rules.ts'

type By = Pick<Actor, 'accountId' | 'name'>

/** The next sweep continues. */
const MAX_ERASED_AT_ONCE = 100
const SETTLED_DAYS = 7

export interface ErasureDeps {
  db: Db
  clock: Clock
  attachmentStorage: Pick<BlobStorage, 'removeFiles'>
  documentStorage: Pick<BlobStorage, 'removeFiles'>
  /** DATA_DIR, and BACKUP_DIR if there is one. */
  erasureFolders: string[]
  /** Called when files could not be removed, which the sweep repeats, or a list not be written, which the next erasure and the next start repeat. */
  onError: (error: unknown) => void
}

/** The folders that keep a list of erasures: a restored backup, or DATA_DIR with another database, finds it in one of them. */
export const listErasureFolders = ({
  dataDir,
  backupDir,
}: {
  dataDir: string
  backupDir?: string | undefined
}): string[] => [dataDir, ...(backupDir ? [backupDir] : [])]

/** Who applies the list after a restore. */
const PROGRAM: By = { accountId: undefined, name: 'Console' }
/** Who erases when the time of retention has passed. */
const RETENTION: By = { accountId: undefined, name: RETENTION_NAME }

/** Erases a customer with everything that belongs to it (store-table-rules.ts). Throws 404. */
export async function eraseCustomer(deps: ErasureDeps, id: string, by: By): Promise<void> {
  await erase(deps, by, async (tx) => {
    const person = await findCustomerData(tx, id)
    if (!person) throw notFound('Customer')
    return person
  })
  await writeErasures(deps)
}

/**
 * Erases, at most a hundred, the customers of whom nothing was heard for the months of the settings (`listInactiveCustomers`), once
 * the settings have been so for a week: a wrong choice can be corrected. Returns their number.
 */
export async function eraseInactiveCustomers(deps: ErasureDeps): Promise<number> {
  const { db, clock, onError } = deps
  const months = await readRetentionMonths(db, subtractDays(clock(), SETTLED_DAYS))
  if (months === undefined) return 0
  const since = subtractMonths(clock(), months)
  let count = 0
  for (const id of await listInactiveCustomers(db, { since, limit: MAX_ERASED_AT_ONCE })) {
    try {
      // Staff may have written to the customer meanwhile.
      const isErased = await erase(deps, RETENTION, async (tx) => {
        const [isDue] = await listInactiveCustomers(tx, { since, id })
        return isDue ? findCustomerData(tx, id) : undefined
      })
      if (isErased) count++
    } catch (error) {
      onError(error)
    }
  }
  if (count > 0) await writeErasures(deps)
  return count
}

/** The months after which customers are erased, if this has been the setting since `settledAt`; undefined for never. */
async function readRetentionMonths(db: Db, settledAt: Date): Promise<number | undefined> {
  const { retention } = (await readSiteContent(db)).content.privacy
  if (retention === 'never') return undefined
  for (const { at, content } of await listContentRevisions(db)) {
    if (content.privacy.retention !== retention) return undefined
    if (at < toIso(settledAt)) return Number(retention)
  }
  return undefined
}

/**
 * Erases the buyer of a quotation without a customer. Throws 404, and 409 for one with a customer, whose data are erased as a
 * whole.
 */
export async function eraseBuyer(deps: ErasureDeps, id: string, by: By): Promise<void> {
  await erase(deps, by, async (tx) => {
    const person = await findQuotationData(tx, id)
    if (!person) throw notFound('Quotation')
    const { customerId } = await getQuotation(tx, id)
    if (customerId)
      throw conflict(
        'has-customer',
        'This quotation belongs to a customer. Erase the personal data of the customer: that includes this quotation.',
      )
    return person
  })
  await writeErasures(deps)
}

/** Erases the person, writes to the audit log whose data these were, and removes the files. Returns false if there is nobody. */
async function erase(
  deps: ErasureDeps,
  by: By,
  find: (tx: Tx) => Promise<Person | undefined>,
): Promise<boolean> {
  const at = toIso(deps.clock())
  const removed = await inTransaction(deps.db, async (tx) => {
    const person = await find(tx)
    if (!person) return undefined
    const files = await listPersonFiles(tx, person)
    await erasePerson(tx, person, at)
    for (const { subject, id } of toErasures(person)) {
      const subjectName = person.quotationNames.get(id) ?? ERASED_NAME
      await writeAuditEntry(tx, by, { at, action: 'erased', subject, subjectId: id, subjectName })
    }
    return files
  })
  if (!removed) return false
  const { attachments, documents } = removed
  try {
    for (const file of attachments) await deps.attachmentStorage.removeFiles(file)
    for (const file of documents)
      if (!(await isUsed(deps.db, file))) await deps.documentStorage.removeFiles(file)
  } catch (error) {
    deps.onError(error)
  }
  return true
}

/** In an older backup, an enquiry or a quotation can belong to another customer, so that each of them is in the list. */
const toErasures = ({ customerIds, enquiryIds, quotationIds }: Person): Erasure[] => [
  ...customerIds.map((id) => ({ subject: 'customer' as const, id })),
  ...enquiryIds.map((id) => ({ subject: 'enquiry' as const, id })),
  ...quotationIds.map((id) => ({ subject: 'quotation' as const, id })),
]

/** Adds all erasures of this database to the lists. */
async function writeErasures({ db, erasureFolders, onError }: ErasureDeps): Promise<void> {
  const erasures = await listErasures(db)
  for (const folder of erasureFolders) await addErasures(join(folder, ERASURES_FILE), erasures).catch(onError)
}

/** How what a list names is found. Customers come first: they include most of the rest. */
const FINDERS: Record<Erasure['subject'], (db: Db, id: string) => Promise<Person | undefined>> = {
  customer: findCustomerData,
  enquiry: findEnquiryData,
  quotation: findQuotationData,
}

/**
 * Erases whoever is in a list and not erased in this database, because it was restored from a backup. Then the lists get
 * what they lack.
 */
export async function applyErasures(deps: ErasureDeps): Promise<void> {
  const lists = await Promise.all(
    deps.erasureFolders.map((folder) => readErasures(join(folder, ERASURES_FILE)).catch(deps.onError)),
  )
  const listed = lists.flatMap((list) => list ?? [])
  for (const subject of ['customer', 'enquiry', 'quotation'] as const) {
    const done = new Set((await listErasures(deps.db)).map(({ id }) => id))
    const ids = listed.filter((each) => each.subject === subject && !done.has(each.id)).map(({ id }) => id)
    for (const id of new Set(ids)) {
      // A backup may be older than what the list names.
      if (!(await FINDERS[subject](deps.db, id))) continue
      await erase(deps, PROGRAM, async (tx) => {
        const person = await FINDERS[subject](tx, id)
        if (!person) throw notFound('Person')
        return person
      })
    }
  }
  await writeErasures(deps)
}
