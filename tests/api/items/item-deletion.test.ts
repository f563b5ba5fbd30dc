import { describe, expect, test } from 'vitest'
import { snapshotWithHistory } from '../../support/db-snapshot.ts'
import { expectEnquiry } from '../../support/fixtures/enquiries.ts'
import {
  bulkUpdate,
  createJpeg,
  createMachine,
  createSparePart,
  expectBulkUpdate,
  getItemAuditLog,
} from '../../support/fixtures/items.ts'
import { createArticle, createPage, toItemsBlock } from '../../support/fixtures/publications.ts'
import { createQuotation, LINE } from '../../support/fixtures/quotations.ts'
import { expectOk, expectProblem, formBody, type Json, type SiteFetch } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor')

describe('Permanent deletion of an item', () => {
  const remove = (by: SiteFetch, id: string) => by(`/api/items/${id}`, { method: 'DELETE' })
  const usesOf = (id: string): Promise<Json> => expectOk(staff(`/api/items/${id}/uses`))

  test('Deleting an item removes its revisions and slugs', async () => {
    const { id, slug } = await createMachine(staff, { name: 'Old Planer' }, [await createJpeg(1, 64, 48)])
    await expectOk(staff(`/api/products/${id}`, formBody('PUT', { name: 'New Planer' })))
    await expectBulkUpdate(staff, [id], { archived: true })
    const reply = await remove(staff, id)
    expect([reply.status, await reply.text()]).toEqual([204, ''])
    for (const key of [id, slug, 'new-planer']) await expectProblem(site.fetch(`/api/products/${key}`), 404)
    const { items, slugs, revisions } = await snapshotWithHistory(site)
    expect(items.filter((item) => item.id === id)).toEqual([])
    expect(slugs.filter(({ item_id }) => item_id === id)).toEqual([])
    expect(revisions.filter(({ item_id }) => item_id === id)).toEqual([])
    const measures = await site.db.selectFrom('item_specification').select('item_row_id').execute()
    const left = new Set(items.map(({ row_id }) => row_id))
    expect(measures.filter(({ item_row_id }) => !left.has(item_row_id))).toEqual([])
    expect((await getItemAuditLog(staff, id)).at(-1)).toBe('deleted New Planer')
    await expectProblem(staff(`/api/items/${id}/history`), 404)
    await expectProblem(remove(staff, id), 404)
    expect((await createMachine(staff, { name: 'Old Planer' })).slug, 'the address is free').toBe(slug)
  })

  test.each([{ draft: 'false' }, { draft: 'true' }])(
    'Deleting an item that is not archived returns 409 (%j)',
    async (fields) => {
      const { id, name: called } = await createMachine(staff, fields)
      const before = await snapshotWithHistory(site)
      const reply = await remove(staff, id)
      expect(reply.status).toBe(409)
      expect(await reply.json()).toMatchObject({
        type: 'not-archived',
        message: `${called} is not archived. Archive it first.`,
      })
      expect(await snapshotWithHistory(site)).toEqual(before)
    },
  )

  test('Enquiries about a deleted item remain without the link', async () => {
    const item = await createMachine(staff, { name: 'Asked for' })
    const other = await createMachine(staff, { name: 'Other one' })
    for (const { id } of [item, item, other]) await expectEnquiry(site, { item: id })
    const lines = [
      { item: other.id, quantity: 1 },
      { item: item.id, quantity: 2 },
    ]
    await expectEnquiry(site, { item: other.id, lines })
    expect(await usesOf(item.id)).toEqual({
      enquiries: 3,
      quotations: 0,
      featured: false,
      referencedBy: [],
      publications: 0,
    })
    await expectBulkUpdate(staff, [item.id], { archived: true })
    const before = await site.db.selectFrom('enquiry').selectAll().orderBy('id').execute()
    expect((await remove(staff, item.id)).status).toBe(204)
    const after = await site.db.selectFrom('enquiry').selectAll().orderBy('id').execute()
    expect(after).toEqual(before.map((row) => (row.item_id === item.id ? { ...row, item_id: null } : row)))
    expect(after.filter(({ item_id }) => item_id === other.id)).toHaveLength(2)
  })

  test('The uses of an item list enquiries, quotations, the featured flag, and items, pages and articles that refer to it', async () => {
    const machine = await createMachine(staff, { name: 'WX 60 Capstan Lathe', featured: 'true' })
    const longer = await createMachine(staff, { name: 'WX 60 Long-bed Capstan Lathe' })
    const fitting = (fits: string, called: string) =>
      createSparePart(staff, { name: called, specifications: JSON.stringify({ Fits: fits, Size: '1 mm' }) })
    await createQuotation(staff, { lines: [{ ...LINE, item: machine.id }] })
    await createArticle(staff, { title: 'Shafts', blocks: [toItemsBlock([longer.id, machine.id])] })
    await createPage(staff, { title: 'About', state: 'draft', blocks: [toItemsBlock([machine.id])] })
    expect(await usesOf(machine.id)).toEqual({
      enquiries: 0,
      quotations: 1,
      featured: true,
      referencedBy: [],
      publications: 2,
    })
    await fitting('CL 25, WX 60', 'Zinc chuck')
    await fitting('WX 60', 'Brass chuck')
    await fitting('WX 60 Long-bed', 'Long chuck')
    await fitting('WX 61', 'Other chuck')
    expect((await usesOf(machine.id)).referencedBy).toEqual(['Brass chuck', 'Zinc chuck'])
    expect((await usesOf(longer.id)).referencedBy).toEqual(['Long chuck'])
    const part = await createSparePart(staff, { name: 'Hub sleeve' })
    await createMachine(staff, {
      name: 'WX 70',
      specifications: JSON.stringify({ Sleeve: 'Hub sleeve', Swing: '1 m' }),
    })
    expect((await usesOf(part.id)).referencedBy).toEqual(['WX 70'])
    expect(await expectProblem(staff('/api/items/unknown/uses'), 404)).toBe('Item not found')
  })

  test('Of a concurrent deletion and restoration of an item only one succeeds', async () => {
    const { id } = await createMachine(staff)
    await expectBulkUpdate(staff, [id], { archived: true })
    const [deleted, brought] = await Promise.all([
      remove(staff, id),
      bulkUpdate(staff, [id], { archived: false }),
    ])
    const left = await site.db.selectFrom('item').select('state').where('id', '=', id).execute()
    if (deleted.status === 204) expect([brought.status, left]).toEqual([400, []])
    else expect([deleted.status, brought.status, left]).toEqual([409, 200, [{ state: 'published' }]])
  })
})
