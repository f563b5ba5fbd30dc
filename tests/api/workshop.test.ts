import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formBody, jpeg, startSite, type TestSite } from '../support/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

test.runIf(process.platform === 'linux')(
  'a picture that kills what decodes it fails alone: the site answers, and the next picture is made',
  async () => {
    const staff = await site.signIn()
    const upload = (file: File) => staff('/api/upload-images', formBody('POST', {}, [file]))
    const failing = upload(await jpeg(1, 6000, 6000))
    await expect.poll(childIds, { interval: 5, timeout: 10_000 }).toHaveLength(1)
    const [child] = await childIds()
    await expect.poll(() => readFile(`/proc/${child}/oom_score_adj`, 'utf8'), { interval: 5 }).toBe('1000\n')
    process.kill(Number(child), 'SIGKILL')
    expect((await failing).status).toBe(500)
    expect((await site.fetch('/api/products')).status).toBe(200)
    expect((await upload(await jpeg(1))).status).toBe(201)
  },
)

/** The processes that this one started. */
async function childIds(): Promise<string[]> {
  const ids = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  return ids.split(' ').filter(Boolean)
}
