import type {
  SpecificationTemplate,
  TemplateBody,
  TemplateKey,
  TemplateQuery,
  TemplateSummary,
} from '#contracts/catalogue/specification-template.ts'
import { DEFAULT_CATEGORIES, KIND_LABELS, type Kind } from '#contracts/item/kind.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { badRequest, conflict } from '#server/kernel/http/problem.ts'
import { toSpecificationKey } from '../export/columns.ts'
import { listCategories } from '../item-api/store-admin.ts'
import { getItemByIdOrThrow } from '../items/store.ts'
import { countSpecifications, findResembling, getCount, learnTemplate } from './learn.ts'
import {
  deleteTemplate,
  type EditedTemplate,
  findEditedTemplate,
  listEditedCategories,
  listSpecificationsOfCategory,
  saveTemplate,
} from './store.ts'

interface TemplateDeps {
  db: Db
  clock: Clock
}

/** Returns the categories of a kind with the origin of their templates: those in use, and those with an edited template. */
export async function listTemplates(db: Db, kind: Kind): Promise<TemplateSummary[]> {
  const inUse = (await listCategories(db, kind)).filter(({ count }) => count > 0)
  const edited = new Set(await listEditedCategories(db, kind))
  const used = new Set(inUse.map(({ name }) => name))
  const unused = [...edited].filter((category) => !used.has(category))
  return [...inUse, ...unused.map((name) => ({ name, count: 0 }))].map(({ name, count }) => ({
    category: name,
    origin: edited.has(name) ? 'edited' : 'learned',
    count,
  }))
}

/**
 * Returns the template of a category: as staff have edited it, or learned from its items; for one of them, from those that
 * resemble it, because a category such as that of all machines can contain lathes and machining centres. Throws 404.
 */
export async function getTemplate(db: Db, { item, ...key }: TemplateQuery): Promise<SpecificationTemplate> {
  const normalized = toTemplateKey(key)
  const all = await listSpecificationsOfCategory(db, normalized)
  const items = item ? findResembling(all, (await getItemByIdOrThrow(db, item)).specifications) : all
  const usages = countSpecifications(items)
  const edited = await findEditedTemplate(db, normalized)
  const rows = edited
    ? edited.rows.map((row) => ({ ...row, count: getCount(usages, row.name) }))
    : learnTemplate(usages, items.length)
  return {
    ...normalized,
    origin: edited ? 'edited' : 'learned',
    revision: edited?.revision ?? 0,
    items: items.length,
    rows,
  }
}

/** Stores a template. Throws 400 if two names are the same, and 409 if it has another revision. */
export async function changeTemplate(
  deps: TemplateDeps,
  actor: Actor,
  { rows, revision, ...key }: TemplateBody,
): Promise<void> {
  const names = rows.map(({ name }) => toSpecificationKey(name))
  const repeated = rows.find(({ name }, index) => names.indexOf(toSpecificationKey(name)) !== index)
  if (repeated) throw badRequest(`The specification name '${repeated.name}' is used twice.`)
  const normalized = toTemplateKey(key)
  await inTransaction(deps.db, async (tx) => {
    const before = await findUnchangedTemplate(tx, normalized, revision)
    const at = toIso(deps.clock())
    await saveTemplate(tx, { ...normalized, rows, revision: revision + 1 }, at)
    await writeAuditEntry(tx, actor, {
      at,
      action: before ? 'changed' : 'created',
      ...toSubject(normalized),
      detail: rows.map(({ name, unit }) => (unit ? `${name} (${unit})` : name)).join(', '),
    })
  })
}

/** Makes a template a learned one again. Throws 409 if it has another revision. */
export async function resetTemplate(
  deps: TemplateDeps,
  actor: Actor,
  { revision, ...key }: TemplateKey & { revision: number },
): Promise<void> {
  const normalized = toTemplateKey(key)
  await inTransaction(deps.db, async (tx) => {
    await findUnchangedTemplate(tx, normalized, revision)
    await deleteTemplate(tx, normalized)
    await writeAuditEntry(tx, actor, {
      at: toIso(deps.clock()),
      action: 'deleted',
      ...toSubject(normalized),
      detail: 'Learned from the items again',
    })
  })
}

async function findUnchangedTemplate(
  db: Db,
  key: TemplateKey,
  revision: number,
): Promise<EditedTemplate | undefined> {
  const template = await findEditedTemplate(db, key)
  if ((template?.revision ?? 0) === revision) return template
  throw conflict('changed-meanwhile', 'Someone else changed this template while you were working on it.')
}

/** Items that are saved without a category get the default one. */
const toTemplateKey = ({ kind, category }: TemplateKey): TemplateKey => ({
  kind,
  category: category || DEFAULT_CATEGORIES[kind],
})

const toSubject = ({ kind, category }: TemplateKey) => ({
  subject: 'template' as const,
  subjectId: `${kind}/${category}`,
  subjectName: `${category} (${KIND_LABELS[kind].plural})`,
})
