import { type Comparison, compareWithBaseline } from './compare.ts'
import { getJson } from './http-client.ts'

export type ApiCall = 'machines' | 'spares' | 'item' | 'media'

/** The most frequent API responses, and one picture of 640 px. */
export async function measureApi(url: string, seconds: number): Promise<Record<ApiCall, Comparison>> {
  const [machine] = (await getJson(url, '/api/products?limit=1')) as { id: string; imageUrl: string }[]
  if (!machine) throw new Error('The catalogue is empty.')
  const picture = new URL(machine.imageUrl).pathname.replace(/\d+\.webp$/, '640.webp')
  return compareWithBaseline(
    url,
    {
      machines: '/api/products?limit=24',
      spares: '/api/spareparts?limit=24&sort=price',
      item: `/api/products/${machine.id}`,
      media: picture,
    },
    seconds,
  )
}
