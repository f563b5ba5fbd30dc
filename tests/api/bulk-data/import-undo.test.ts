import { beforeAll, expect, test } from 'vitest'
import { addDocument } from '../../support/fixtures/documents.ts'
import { sendEnquiry } from '../../support/fixtures/enquiries.ts'
import { applyImport, listImportRows, readImport, undoImport } from '../../support/fixtures/imports.ts'
import { createMachine, createSparePart, getHistory, getItemAuditLog } from '../../support/fixtures/items.ts'
import { createArticle, toItemsBlock } from '../../support/fixtures/publications.ts'
import { createQuotation, LINE } from '../../support/fixtures/quotations.ts'
import { expectOk, formBody, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff: owner } = startSiteOnce('owner')
let editor: SiteFetch
beforeAll(async () => {
  editor = await site.signIn('editor')
  await createMachine(editor, { name: 'UL 25 Lathe', code: 'UL 25' })
})

const findPart = async (code: string): Promise<Json> =>
  (await expectOk(editor(`/api/items?search=${encodeURIComponent(code)}`)))[0]
const relate = (id: string, group: string, item: string) =>
  editor(`/api/items/${id}/relations`, jsonBody('POST', { group, item }))
const preview = (id: string): Promise<Json> => expectOk(owner(`/api/imports/${id}/undo`))
const change = (id: string, fields: Record<string, string>) =>
  expectOk(
    editor(`/api/spareparts/${id}/full`, formBody('PUT', { name: 'Part', description: 'Text', ...fields })),
  )

test('Undoing an import deletes only the new items that nobody uses; others are archived with the reason, and all of it is in the audit log of who pressed the button', async () => {
  const names = ['DOC', 'GONE', 'REL', 'DRAFT', 'ENQ', 'PAGE', 'FIT', 'PAIR']
  const rows = names.map((name) => `UN-${name},Part ${name},100,${name === 'FIT' ? 'UL 25' : ''}`)
  const read = await readImport(owner, 'spares.csv', ['Part No.,Particulars,Rate,Fits', ...rows].join('\n'))
  expect(await applyImport(owner, read.id)).toMatchObject({ state: 'done', applied: names.length })
  expect(await preview(read.id)).toMatchObject({ undone: names.length, archived: 0, obstacles: [] })
  const parts = new Map<string, Json>()
  for (const name of names) parts.set(name, await findPart(`UN-${name}`))
  const idOf = (name: string): string => parts.get(name)!.id

  await addDocument(editor, idOf('DOC'), 'Manual.pdf')
  const deleted = await addDocument(editor, idOf('GONE'), 'Deleted.pdf')
  expect((await editor(`/api/items/${idOf('GONE')}/documents/${deleted.id}`, { method: 'DELETE' })).ok).toBe(
    true,
  )
  const other = await createSparePart(editor, { name: 'Other part' })
  expect((await relate(other.id, 'accessories', idOf('REL'))).ok).toBe(true)
  await createQuotation(owner, { lines: [{ ...LINE, item: idOf('DRAFT') }] })
  expect((await sendEnquiry(site, { lines: [{ item: idOf('ENQ'), quantity: 1 }] })).status).toBe(201)
  await createArticle(owner, { blocks: [toItemsBlock([idOf('PAGE')])] })

  const kept = ['DOC', 'GONE', 'REL', 'DRAFT', 'ENQ', 'PAGE']
  const shown = await preview(read.id)
  expect(shown).toMatchObject({ undone: 2, archived: 6, partlyUndone: 0, deleted: 0 })
  expect(Object.fromEntries(shown.obstacles.map(({ reason, names: each }: Json) => [reason, each]))).toEqual({
    documents: ['Part DOC', 'Part GONE'],
    relations: ['Part REL'],
    quotations: ['Part DRAFT'],
    enquiries: ['Part ENQ'],
    publications: ['Part PAGE'],
  })
  // The owner has applied the import, the editor undoes it.
  expect(await undoImport(editor, read.id)).toMatchObject({ state: 'undone', applied: 0, notUndone: 6 })
  for (const name of kept)
    expect(await expectOk(editor(`/api/items?state=archived&search=UN-${name}`)), name).toHaveLength(1)
  expect(await expectOk(editor(`/api/items/${idOf('DOC')}/documents`))).toHaveLength(1)
  for (const name of ['FIT', 'PAIR']) expect(await findPart(`UN-${name}`)).toBeUndefined()
  expect(
    (await listImportRows(owner, read.id, 'result=changed-again')).map(({ problems }) => problems[0].message),
  ).toContain("Sheet 'spares', row 2: the item has documents.")

  const log: Json[] = await expectOk(owner(`/api/log?subject=item&subjectId=${idOf('FIT')}`))
  expect(log[0]).toMatchObject({ action: 'deleted', subjectName: 'Part FIT', detail: 'Undo of an import' })
  const [undone, imported]: Json[] = await expectOk(owner(`/api/log?subject=import&subjectId=${read.id}`))
  expect([imported!.action, undone!.action]).toEqual(['imported', 'undone'])
  expect(undone!.by.name).not.toBe(imported!.by.name)
  expect(log[0]!.by).toEqual(undone!.by)
  const { revisions } = await getHistory(owner, idOf('DOC'))
  expect(revisions[0].by).toBe(`${undone!.by.name}, import of spares.csv (undone)`)
  expect(revisions.at(-1).by).toBe(`${imported!.by.name}, import of spares.csv`)
  expect(await getItemAuditLog(owner, idOf('DOC'))).toContain(
    'archived Part DOC: Undo of an import: the item has documents',
  )
})

test('Undoing works per field: what others have changed since stays, everything else goes back', async () => {
  const specifications = JSON.stringify({ Bore: '10 mm', Material: 'Steel' })
  const part = await createSparePart(editor, {
    ...{ name: 'Part', description: 'Text', code: 'PF-1', price: '900', brand: 'Kovai', specifications },
  })
  const csv = 'Part No.,Particulars,Rate,Brand,HSN,Bore,Material\nPF-1,Part,1200,Other,848210,12 mm,Brass\n'
  const read = await readImport(owner, 'spares.csv', csv)
  await applyImport(owner, read.id)
  await change(part.id, {
    price: '1500',
    specifications: JSON.stringify({ Bore: '12 mm', Material: 'Bronze' }),
  })
  expect(await preview(read.id)).toMatchObject({
    ...{ undone: 0, partlyUndone: 1 },
    obstacles: [{ reason: 'changed', count: 1, names: ['Part'] }],
  })
  expect(await undoImport(owner, read.id)).toMatchObject({ state: 'undone', applied: 0, notUndone: 1 })
  const after = await expectOk(site.fetch(`/api/spareparts/${part.id}`))
  expect(after).toMatchObject({ price: 1500, brand: 'Kovai', specs: { Bore: '10 mm', Material: 'Bronze' } })
  expect(after).not.toHaveProperty('hsn')
  const [row] = await listImportRows(owner, read.id, 'result=changed-again')
  expect(row.problems[0].message).toBe(
    "Sheet 'spares', row 2: the item keeps what was changed since: Price, Material.",
  )
})

test('Undoing an import of relations leaves one that a colleague has edited since', async () => {
  const part = await createSparePart(editor, { name: 'Edited relation', code: 'ER-1' })
  const read = await readImport(owner, 'spares.csv', 'Part No.,Fits\nER-1,UL 25\n')
  await applyImport(owner, read.id)
  const { machines } = await expectOk(editor(`/api/items/${part.id}/relation-groups`))
  const [{ relation }] = machines.items
  const edited = { assembly: 'Headstock', position: '12', quantity: 2, revision: relation.revision }
  expect((await editor(`/api/items/${part.id}/relations/${relation.id}`, jsonBody('PUT', edited))).ok).toBe(
    true,
  )
  expect(await undoImport(owner, read.id)).toMatchObject({ notUndone: 1 })
  const groups = await expectOk(editor(`/api/items/${part.id}/relation-groups`))
  expect(groups.machines.items).toMatchObject([{ relation: { assembly: 'Headstock' } }])
})

test('An import that is being deleted cannot be applied, and its deletion goes on after an interruption', async () => {
  let id = ''
  async function readAndInterruptDeletion(): Promise<number[]> {
    id = (await readImport(owner, 'Spare parts.csv', 'Part No.,Particulars,Rate\nDL-1,Pin,1\n')).id
    await site.db.updateTable('item_import').set({ state: 'deleting' }).where('id', '=', id).execute()
    const replies = [
      await owner(`/api/imports/${id}/apply`, jsonBody('POST', { what: 'valid' })),
      await owner(`/api/imports/${id}/conflicts`, jsonBody('PUT', { keep: 'file' })),
      await owner(`/api/imports/${id}/columns`, jsonBody('PUT', { kind: 'spare' })),
    ]
    return replies.map((reply) => reply.status)
  }
  // If the process looks for work once more after reading the file, it deletes the import between the requests.
  await expect.poll(readAndInterruptDeletion).toEqual([409, 409, 409])
  // Another import wakes the process.
  await readImport(owner, 'other.csv', 'Part No.,Rate\nDL-2,1\n')
  await expect.poll(async () => (await owner(`/api/imports/${id}`)).status).toBe(404)
})
