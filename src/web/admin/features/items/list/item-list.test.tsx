import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterAll, expect, test, vi } from 'vitest'
import { STORAGE_KEYS } from '#contracts/storage-keys.ts'
import { adminApi } from '#web/admin/session/session.ts'
import { createQueryClient } from '#web/lib/api/query-client.ts'
import type { ItemListConfig } from '../kind-config.ts'
import { listQuery } from '../queries.ts'
import { ItemList } from './item-list.tsx'

const CHUCKS: ItemListConfig = {
  kind: 'spare',
  tab: 'Chucks',
  title: 'Chucks and collets',
  addText: 'Add a chuck',
  addRoute: '/admin/chucks/new',
  editPrefix: '/admin/chucks/change/',
  editText: 'Change chuck',
  endpoint: '/api/chucks',
  emptyText: 'No chucks yet.',
}

/** An owner is signed in. */
const stored: Record<string, string> = {
  [STORAGE_KEYS.token]: 'handle',
  [STORAGE_KEYS.user]: JSON.stringify({ username: 'kala', role: 'owner' }),
}
afterAll(() => vi.unstubAllGlobals())
vi.stubGlobal('localStorage', { getItem: (key: string) => stored[key] ?? null })

/** The list rendered after its endpoint has returned these items. */
async function renderList(items: object[]): Promise<string> {
  vi.stubGlobal('fetch', async (path: string) =>
    path === CHUCKS.endpoint ? Response.json(items) : new Response('Not here', { status: 404 }),
  )
  const client = createQueryClient(adminApi)
  await client.prefetchQuery(listQuery(CHUCKS.endpoint))
  return renderToString(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ItemList config={CHUCKS} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('[LST-6] The item list takes title, texts, routes and endpoint from its configuration', async () => {
  const html = await renderList([{ id: 'c1', name: 'Three-jaw chuck', description: '200 mm' }])
  for (const part of ['>Chucks and collets<', 'Add a chuck', 'href="/admin/chucks/new"']) {
    expect(html).toContain(part)
  }
  expect(html).toContain('>Three-jaw chuck<')
  expect(html).toContain('href="/admin/chucks/change/c1"')
  expect(html).toContain('Change chuck')
  expect(html).not.toContain('No chucks yet.')
})

test('[LST-6] An empty item list shows the text of its configuration', async () => {
  expect(await renderList([])).toContain('No chucks yet.')
})
