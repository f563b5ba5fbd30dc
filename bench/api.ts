import { askJson } from './asking.ts'
import { type Compared, compareWithBare } from './compare.ts'

export type ApiCall = 'machines' | 'spares' | 'item' | 'media'

/** What the API answers most, and one picture of 640 px. */
export async function measureApi(url: string, seconds: number): Promise<Record<ApiCall, Compared>> {
  const [machine] = (await askJson(url, '/api/products?limit=1')) as { id: string; imageUrl: string }[]
  if (!machine) throw new Error('The catalogue is empty.')
  const picture = new URL(machine.imageUrl).pathname.replace(/\d+\.webp$/, '640.webp')
  return compareWithBare(
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
