import sharp from 'sharp'
import { createRandom } from './part-generator.ts'
import { OWNER } from './site.ts'

const PHOTOS = 6
const WIDTH = 4000
const HEIGHT = 3000
/** Noise of this size in px gives files of a few megabytes, as cameras do. */
const GRAIN_PX = 4
const QUALITY = 85

/** Returns six JPEGs of 12 megapixels, the same on every machine. */
export async function createPhotos(): Promise<File[]> {
  return Promise.all(Array.from({ length: PHOTOS }, (_, seed) => createPhoto(seed)))
}

async function createPhoto(seed: number): Promise<File> {
  const random = createRandom(seed + 1)
  const [width, height] = [WIDTH / GRAIN_PX, HEIGHT / GRAIN_PX]
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at++) pixels[at] = 96 + ((at / 9000) % 64) + random() * 96
  const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize(WIDTH, HEIGHT)
    .jpeg({ quality: QUALITY })
    .toBuffer()
  return new File([new Uint8Array(bytes)], `photo-${seed}.jpg`, { type: 'image/jpeg' })
}

/** Signs in and creates a machine with these pictures. Returns the duration of the form request in milliseconds. */
export async function uploadMachine(url: string, photos: File[]): Promise<number> {
  const cookie = await signIn(url)
  const form = new FormData()
  form.append('name', 'CL 25 Capstan Lathe')
  form.append('description', 'Bar work up to 25 mm with a self-indexing hexagon turret.')
  form.append('category', 'machine')
  form.append('specifications', JSON.stringify({ 'Bar capacity': '25 mm', 'Swing over bed': '320 mm' }))
  for (const photo of photos) form.append('images', photo)
  const startedAt = performance.now()
  const reply = await fetch(`${url}/api/products`, { method: 'POST', body: form, headers: { cookie } })
  const responseText = await reply.text()
  if (reply.status !== 201)
    throw new Error(`Uploading the pictures returned ${reply.status}: ${responseText}`)
  return performance.now() - startedAt
}

/** Signs the owner in. Returns the session cookie. */
export async function signIn(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    body: JSON.stringify(OWNER),
    headers: { 'content-type': 'application/json' },
  })
  const [cookie] = reply.headers.getSetCookie()
  if (!cookie) throw new Error(`Signing in returned ${reply.status}.`)
  return cookie.split(';')[0]!
}
