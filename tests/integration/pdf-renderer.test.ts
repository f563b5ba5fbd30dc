import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPdfRenderer, type PdfJob, type PdfRenderer } from '#server/kernel/pdf/pdf-renderer.ts'

/** The smallest document that PDF/UA allows. `text` is the text of its page. */
const TEMPLATE = `#let data = json(bytes(sys.inputs.data))
#set document(title: "Test", date: datetime(year: 2026, month: 1, day: 1))
#data.text`
const toJob = (text: string, template = TEMPLATE): PdfJob => ({ template, data: { text }, pictures: [] })

let folder: string
let renderer: PdfRenderer
const start = (options?: Parameters<typeof createPdfRenderer>[0]) => {
  renderer = createPdfRenderer(options)
  return renderer
}
/** Writes a process that answers as stated. */
async function writeProcess(source: string): Promise<string> {
  const path = join(folder, 'process.mjs')
  await writeFile(path, source)
  return path
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capstan-pdf-'))
})
afterEach(async () => {
  renderer.close()
  await rm(folder, { recursive: true, force: true })
})

test('A process that ends fails its document with 503 and Retry-After; the next one has a new process', async () => {
  const processPath = await writeProcess(`
    process.on('message', ({ id, args: { data } }) => {
      if (data.text === 'crash') process.exit(1)
      process.send({ id, value: { file: Buffer.from(String(process.pid)), rss: 1 } })
    })`)
  const { render } = start({ processPath })
  const first = String(await render(toJob('a')))
  const [crashed, waiting] = await Promise.allSettled([render(toJob('crash')), render(toJob('b'))])
  expect(crashed).toMatchObject({
    reason: { status: 503, headers: { 'retry-after': '3' }, message: expect.stringContaining('Try again') },
  })
  expect(waiting.status).toBe('fulfilled')
  expect(String(await render(toJob('c')))).not.toBe(first)
})

test('A document that takes too long fails with 503, and the next one is created', async () => {
  const processPath = await writeProcess(`
    process.on('message', ({ id, args: { data } }) => {
      while (data.text === 'endless') {}
      process.send({ id, value: { file: Buffer.from('pdf'), rss: 1 } })
    })`)
  const { render } = start({ processPath, taskTimeoutMs: 1500 })
  await expect(render(toJob('endless'))).rejects.toMatchObject({ status: 503 })
  expect(String(await render(toJob('a')))).toBe('pdf')
})

test('A process that has become too large is replaced', async () => {
  const processPath = await writeProcess(`
    process.on('message', ({ id }) => process.send({ id, value: { file: Buffer.from(String(process.pid)), rss: 1000 } }))`)
  const { render } = start({ processPath, maxProcessBytes: 999 })
  expect(String(await render(toJob('a')))).not.toBe(String(await render(toJob('b'))))
})

test('Documents beyond the queue are refused at once, and closing ends those that wait', async () => {
  const { render, close } = start({
    processPath: await writeProcess('setInterval(() => {}, 1000)'),
    maxWaiting: 2,
  })
  const pending = ['running', 'one', 'two'].map((text) => render(toJob(text)))
  expect(() => render(toJob('three'))).toThrow('We are creating many documents')
  close()
  for (const { status } of await Promise.allSettled(pending)) expect(status).toBe('rejected')
})

test('A document that is no longer needed leaves the queue and is not created', async () => {
  const processPath = await writeProcess(`
    const created = []
    process.on('message', ({ id, args: { data } }) => {
      created.push(data.text)
      setTimeout(() => process.send({ id, value: { file: Buffer.from(created.join(' ')), rss: 1 } }), 50)
    })`)
  const { render } = start({ processPath })
  const [leaving, gone] = [new AbortController(), AbortSignal.abort()]
  const running = render(toJob('a'))
  const refused = expect(render(toJob('b'), leaving.signal)).rejects.toMatchObject({ status: 503 })
  const last = render(toJob('c'))
  leaving.abort()
  await refused
  expect(() => render(toJob('d'), gone)).toThrow('no longer needed')
  expect(String(await running)).toBe('a')
  expect(String(await last)).toBe('a c')
})

test('Without the package that creates PDFs, a document fails with 503 and a sentence', async () => {
  // Outside the project, the import of the package fails.
  for (const file of ['pdf/pdf-process.ts', 'child-tasks.ts', 'http/problem.ts'])
    await cp(join('src/server/kernel', file), join(folder, file))
  const { render } = start({ processPath: join(folder, 'pdf/pdf-process.ts') })
  await expect(render(toJob('a'))).rejects.toMatchObject({
    status: 503,
    message: 'The server cannot create PDF files, because a program for them is missing.',
  })
})

test('A template cannot read files outside its folder, and one with an error fails with the reason as its cause', async () => {
  const { render } = start()
  expect(String(await render(toJob('fine'))).slice(0, 5)).toBe('%PDF-')
  for (const source of ['#read("/etc/passwd")', '#read("../../../../package.json")', '#panic("broken")'])
    await expect(render(toJob('', source)), source).rejects.toMatchObject({ status: 503 })
  await expect(render(toJob('', '#panic("broken")'))).rejects.toMatchObject({
    cause: { message: expect.stringContaining('broken') },
  })
})
