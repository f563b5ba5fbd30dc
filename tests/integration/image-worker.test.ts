import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startImageWorker } from '#server/media/image-worker.ts'
import { formBody } from '../support/http-client.ts'
import { createJpeg } from '../support/items.ts'
import { startSite, type TestSite } from '../support/site.ts'

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
    const failing = upload(await createJpeg(1, 6000, 6000))
    await expect.poll(listChildPids, { interval: 5, timeout: 10_000 }).toHaveLength(1)
    const [child] = await listChildPids()
    await expect.poll(() => readFile(`/proc/${child}/oom_score_adj`, 'utf8'), { interval: 5 }).toBe('1000\n')
    process.kill(Number(child), 'SIGKILL')
    expect((await failing).status).toBe(500)
    expect((await site.fetch('/api/products')).status).toBe(200)
    expect((await upload(await createJpeg(1))).status).toBe(201)
  },
)

test.runIf(process.platform === 'linux')(
  'a picture that never comes to an end is given up, and the next one is made',
  async () => {
    const workshop = startImageWorker({ mostMs: 4000 })
    const path = join(site.dataDir, 'endless.jpg')
    await writeFile(path, new Uint8Array(await (await createJpeg(2, 64, 48)).arrayBuffer()))
    const already = await listChildPids()
    const endless = workshop.run('variants', path, 'endless.jpg')
    const failing = expect(endless).rejects.toThrow(/ended \(SIGKILL\)/)
    const [child] = (await listChildPids()).filter((id) => !already.includes(id))
    process.kill(Number(child), 'SIGSTOP')
    // Whatever becomes of this test, a process that stands still must not outlive it.
    onTestFinished(() => killProcess(Number(child)))
    await failing
    const again = workshop.run('variants', path, 'endless.jpg')
    await expect(again).resolves.toMatchObject({ width: 64, height: 48 })
    workshop.close()
  },
)

function killProcess(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // It has ended, as it should.
  }
}

/** The processes that this one started. */
async function listChildPids(): Promise<string[]> {
  const ids = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  return ids.split(' ').filter(Boolean)
}
