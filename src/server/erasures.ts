import { join } from 'node:path'
import type { AuditSubject } from '#contracts/audit-log.ts'
import { addErasures, ERASURES_FILE, type Erasure, readErasures } from './backup/erasure-list.ts'
import { isUsed } from './catalogue/documents/store.ts'
import { writeAuditEntry } from './database/audit-log.ts'
import type { Db, Tx } from './database/db.ts'
import { inTransaction } from './database/transaction.ts'
import { type Clock, toIso } from './kernel/clock.ts'
import type { Actor } from './kernel/guard.ts'
import { conflict, notFound } from './kernel/problem.ts'
import type { BlobStorage } from './media/blob-storage.ts'
import { erasePerson, findBuyerData, findCustomerData, listPersonFiles } from './personal-data.ts'
import { ERASED_NAME, type Person } from './personal-data-rules.ts'
import { getQuotation } from './quotations/commands.ts'

type By = Pick<Actor, 'accountId' | 'name'>

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

/** Who applies the list after a restore. */
const PROGRAM: By = { accountId: undefined, name: 'Console' }

/** Erases a customer with everything that belongs to it (personal-data-rules.ts). Throws 404. */
export const eraseCustomer = (deps: ErasureDeps, id: string, by: By): Promise<void> =>
  erase(deps, { subject: 'customer', id, by }, async (tx) => {
    const person = await findCustomerData(tx, id)
    if (!person) throw notFound('Customer')
    return person
  })

/**
 * Erases the buyer of a quotation without a customer. Throws 404, and 409 for one with a customer, whose data are erased as a
 * whole.
 */
export const eraseBuyer = (deps: ErasureDeps, id: string, by: By): Promise<void> =>
  erase(deps, { subject: 'quotation', id, by }, async (tx) => {
    const { customerId } = await getQuotation(tx, id)
    if (customerId)
      throw conflict(
        'has-customer',
        'This quotation belongs to a customer. Erase the personal data of the customer: that includes this quotation.',
      )
    return findBuyerData(tx, id)
  })

async function erase(
  deps: ErasureDeps,
  { subject, id, by }: { subject: Erasure['subject'] & AuditSubject; id: string; by: By },
  find: (tx: Tx) => Promise<Person>,
): Promise<void> {
  const at = toIso(deps.clock())
  const { attachments, documents } = await inTransaction(deps.db, async (tx) => {
    const person = await find(tx)
    const files = await listPersonFiles(tx, person)
    await erasePerson(tx, person, at)
    const subjectName = person.quotationNames.get(id) ?? ERASED_NAME
    await writeAuditEntry(tx, by, { at, action: 'erased', subject, subjectId: id, subjectName })
    return files
  })
  try {
    for (const file of attachments) await deps.attachmentStorage.removeFiles(file)
    for (const file of documents)
      if (!(await isUsed(deps.db, file))) await deps.documentStorage.removeFiles(file)
  } catch (error) {
    deps.onError(error)
  }
  await writeErasures(deps)
}

/** Adds all erasures of this database to the lists. */
async function writeErasures({ db, erasureFolders, onError }: ErasureDeps): Promise<void> {
  const erasures = await listErasures(db)
  for (const folder of erasureFolders) await addErasures(join(folder, ERASURES_FILE), erasures).catch(onError)
}

/**
 * Erases whoever is in a list and not erased in this database, because it was restored from a backup. Then the lists get
 * what they lack.
 */
export async function applyErasures(deps: ErasureDeps): Promise<void> {
  const toKey = ({ subject, id }: Erasure) => `${subject} ${id}`
  const done = new Set((await listErasures(deps.db)).map(toKey))
  for (const folder of deps.erasureFolders) {
    const erasures = await readErasures(join(folder, ERASURES_FILE)).catch(deps.onError)
    for (const erasure of erasures ?? []) {
      if (done.has(toKey(erasure)) || !(await isStored(deps.db, erasure))) continue
      if (erasure.subject === 'customer') await eraseCustomer(deps, erasure.id, PROGRAM)
      else await eraseBuyer(deps, erasure.id, PROGRAM)
      done.add(toKey(erasure))
    }
  }
  await writeErasures(deps)
}

const listErasures = (db: Db): Promise<Erasure[]> =>
  db
    .selectFrom('audit_log')
    .select(['subject', 'subject_id as id'])
    .where('action', '=', 'erased')
    .where('subject', 'in', ['customer', 'quotation'])
    .$narrowType<{ subject: Erasure['subject'] }>()
    .execute()

/** A backup may be older than a customer. */
const isStored = async (db: Db, { subject, id }: Erasure): Promise<boolean> =>
  (await db.selectFrom(subject).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
