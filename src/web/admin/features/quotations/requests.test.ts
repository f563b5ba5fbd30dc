import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { itemByIdQuery, itemQuery } from './requests.ts'

afterEach(() => vi.unstubAllGlobals())

test('An item whose line found it unpublished can be chosen again from the catalogue', async () => {
  vi.stubGlobal('fetch', async (path: string) =>
    path.startsWith('/api/summaries')
      ? Response.json([])
      : Response.json({ message: 'The item itself was requested.' }, { status: 418 }),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  expect(await client.fetchQuery(itemByIdQuery('lathe'))).toBeNull()
  await expect(client.fetchQuery(itemQuery('machine', 'lathe'))).rejects.toThrow(
    'The item itself was requested.',
  )
  client.clear()
})
