import { existsSync, globSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runInChild } from '#server/kernel/child.ts'
import { forkNode } from '#server/kernel/fork-node.ts'
import { readImport } from '../support/fixtures/imports.ts'
import { startSite, type TestSite } from '../support/site.ts'

describe.runIf(process.platform === 'linux')('Child processes', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startSite()
  })
  afterAll(() => site.close())

  test('Linux ends any child process of the site before the site when memory runs out', () => {
    const child = forkNode('tests/support/list-source.ts')
    expect(readFileSync(`/proc/${child.pid}/oom_score_adj`, 'utf8')).toBe('1000\n')
    child.kill('SIGKILL')
    const starters = globSync('src/server/**/*.ts').filter((path) =>
      /^import (?!type).* from 'node:(?:child_process|cluster)'/m.test(readFileSync(path, 'utf8')),
    )
    expect(starters).toEqual(['src/server/kernel/fork-node.ts'])
  })

  test('An error of a child process keeps its code and its stack', async () => {
    const missing = runInChild({
      path: 'src/server/catalogue/imports/import-process.ts',
      task: 'read',
      args: { database: { dataDir: '/dev/null' } },
    })
    await expect(missing).rejects.toMatchObject({
      errcode: 14,
      stack: expect.stringContaining('openSqliteFile'),
    })
  })

  test('Marked copies of imported files are created one at a time', async () => {
    const staff = await site.signIn('editor')
    const { id } = await readImport(staff, 'faulty.csv', 'Name,Price\nChuck,abc\nCollet,1\n')
    // The process that has read the file may not have ended yet.
    await expect.poll(countImportProcesses).toBe(0)
    let isOver = false
    const watch = async () => {
      let most = 0
      while (!isOver) {
        most = Math.max(most, countImportProcesses())
        await sleep(5)
      }
      return most
    }
    const most = watch()
    const replies = await Promise.all(
      Array.from({ length: 2 }, async () => {
        const reply = await staff(`/api/imports/${id}/marked-file`)
        return [reply.status, (await reply.text()).includes('Chuck')]
      }),
    )
    isOver = true
    expect(replies).toEqual(Array(2).fill([200, true]))
    expect(await most).toBe(1)
  })
})

function countImportProcesses(): number {
  const ids = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ')
  return ids.filter((id) => {
    const file = `/proc/${id}/cmdline`
    // A process that has ended and is not yet reaped has no command line.
    return id && existsSync(file) && readFileSync(file, 'utf8').includes('import-process.')
  }).length
}
