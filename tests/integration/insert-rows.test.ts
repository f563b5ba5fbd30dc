import { expect, test } from 'vitest'
import { insertItems } from '#server/catalogue/items/store.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { createItemPlan } from '../support/fixtures/bulk-items.ts'
import { startSite } from '../support/site.ts'

const AT = '2026-01-02T00:00:00.000Z'

test('Items that are created together keep decimals, large prices, quotes and empty values; half of a surrogate pair is replaced', async () => {
  const site = await startSite()
  try {
    const plan = createItemPlan('spare', {
      name: `5" pipe, O'Neill \\ud83d \ud83d`,
      description: 'One\ttwo\nthree 😀',
      pricePaise: 9_007_199_254_740,
      brand: null,
      specifications: [
        ['Bore', '0.1 mm'],
        ['Taper', '1.23456789 mm'],
      ],
    })
    const [item] = await inTransaction(site.db, (tx) =>
      insertItems(tx, [plan, createItemPlan('spare', {})], { at: AT }),
    )
    const stored = await site.db
      .selectFrom('item')
      .select(['name', 'description', 'price_paise', 'brand'])
      .where('id', '=', item!.id)
      .executeTakeFirst()
    expect(stored).toEqual({
      name: `5" pipe, O'Neill \\ud83d \ufffd`,
      description: 'One\ttwo\nthree 😀',
      price_paise: 9_007_199_254_740,
      brand: null,
    })
    const values = await site.db
      .selectFrom('item_specification')
      .select('max_value')
      .where('key', 'in', (eb) =>
        eb.selectFrom('item_specification').select('key').where('label', 'in', ['Bore', 'Taper']),
      )
      .orderBy('max_value')
      .execute()
    expect(values.map(({ max_value }) => max_value)).toEqual(expect.arrayContaining([0.1, 1.23456789]))
  } finally {
    await site.close()
  }
})
