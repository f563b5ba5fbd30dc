import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startImageWorker } from '#server/media/image-worker.ts'
import { createJpeg } from '../support/fixtures/items.ts'
import { formBody } from '../support/http-client.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

test.runIf(process.platform === 'linux')(
  'A crash of the image worker fails only the upload in progress; the site and the next upload work',
  async () => {
    const staff = await site.signIn()
    const upload = (file: File) => staff('/api/upload-images', formBody('POST', {}, [file]))
    const failing = upload(await createJpeg(1, 6000, 6000))
    await expect.poll(listChildPids, { interval: 5 }).toHaveLength(1)
    const [child] = await listChildPids()
    await expect.poll(() => readFile(`/proc/${child}/oom_score_adj`, 'utf8'), { interval: 5 }).toBe('1000\n')
    process.kill(Number(child), 'SIGKILL')
    expect((await failing).status).toBe(500)
    expect((await site.fetch('/api/products')).status).toBe(200)
    expect((await upload(await createJpeg(1))).status).toBe(201)
  },
)

test.runIf(process.platform === 'linux')(
  'A picture that exceeds the time limit fails, and the next picture is processed',
  async () => {
    const imageWorker = startImageWorker({ taskTimeoutMs: 4000 })
    const path = join(site.dataDir, 'endless.jpg')
    await writeFile(path, new Uint8Array(await (await createJpeg(2, 64, 48)).arrayBuffer()))
    const existing = await listChildPids()
    const job = imageWorker.run('variants', path, 'endless.jpg')
    const failing = expect(job).rejects.toThrow(/ended \(SIGKILL\)/)
    const [child] = (await listChildPids()).filter((id) => !existing.includes(id))
    process.kill(Number(child), 'SIGSTOP')
    // A stopped process must not outlive a failed test.
    onTestFinished(() => killProcess(Number(child)))
    await failing
    const nextJob = imageWorker.run('variants', path, 'endless.jpg')
    await expect(nextJob).resolves.toMatchObject({ width: 64, height: 48 })
    imageWorker.close()
  },
)

function killProcess(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // The process has ended.
  }
}

/** Returns the ids of the child processes of the test process. */
async function listChildPids(): Promise<string[]> {
  const ids = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  return ids.split(' ').filter(Boolean)
}
