import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDraft, createLine } from './draft.ts'
import { EditorSession } from './editor-session.ts'
import { readCopy } from './local-copy.ts'

const LINE = createLine({ key: 'a', description: 'Lathe', unitPrice: '100' })

/** The requests that wait for `answer`, without calculations. */
let requests: { method: string; answer: (reply: Response | Error) => void }[]

beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  const storage = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('fetch', (path: string, { method = 'GET' }: RequestInit = {}) =>
    path.endsWith('/calculate')
      ? Promise.resolve(Response.json({ message: 'Not now.' }, { status: 503 }))
      : new Promise((resolve, reject) => {
          const answer = (reply: Response | Error) =>
            reply instanceof Error ? reject(reply) : resolve(reply)
          requests.push({ method, answer })
        }),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What the server stores of a draft with `LINE`. */
const STORED = {
  ...createDraft(),
  id: 'q1',
  state: 'draft',
  revision: 1,
  placeOfSupply: null,
  exchangeRate: null,
  validUntil: null,
  discountPercent: 0,
  enquiry: null,
  customer: null,
  owner: null,
  charges: {},
  amounts: null,
  order: null,
  lines: [{ ...LINE, quantity: 1, unitPrice: 100, discountPercent: 0, gstRate: 18 }],
}

function openNew() {
  const onCreated = vi.fn()
  const session = new EditorSession({
    stored: undefined,
    initial: createDraft(),
    copyId: 'new',
    onCreated,
    onSaved: () => {},
  })
  return { session, onCreated, close: session.open() }
}
const enterCompany = (session: EditorSession, company: string) =>
  session.change((draft) => ({ ...draft, buyer: { ...draft.buyer, company } }))
const addLine = (session: EditorSession) => session.change((draft) => ({ ...draft, lines: [LINE] }))

test('A new quotation is saved by itself once it has a line; until then it is kept on the device', async () => {
  const { session, onCreated } = openNew()
  enterCompany(session, 'Sakthi')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toEqual([])
  expect(session.waitsForLine).toBe(true)
  expect(readCopy('new')?.draft.buyer.company).toBe('Sakthi')
  addLine(session)
  await vi.advanceTimersByTimeAsync(2000)
  expect(requests.map(({ method }) => method)).toEqual(['POST'])
  requests[0]!.answer(Response.json(STORED, { status: 201 }))
  await vi.advanceTimersByTimeAsync(1)
  expect(onCreated).toHaveBeenCalledOnce()
})

test('A new quotation without lines is saved when the user asks for it', async () => {
  const { session } = openNew()
  enterCompany(session, 'Sakthi')
  void session.flush()
  await vi.advanceTimersByTimeAsync(1)
  expect(requests.map(({ method }) => method)).toEqual(['POST'])
})

test('A save that fails after the editor was closed is not tried again, and the changes stay on the device', async () => {
  const { session, close } = openNew()
  addLine(session)
  await vi.advanceTimersByTimeAsync(2000)
  close()
  requests[0]!.answer(new TypeError('Failed to fetch'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveLength(1)
  expect(readCopy('new')?.draft.lines).toMatchObject([{ key: 'a' }])
})

test('A save that succeeds after the editor was closed opens no other screen, and what it lacks stays on the device', async () => {
  const { session, onCreated, close } = openNew()
  addLine(session)
  await vi.advanceTimersByTimeAsync(2000)
  enterCompany(session, 'Sakthi')
  close()
  requests[0]!.answer(Response.json(STORED, { status: 201 }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onCreated).not.toHaveBeenCalled()
  expect(requests).toHaveLength(1)
  expect(readCopy('q1')?.draft.buyer.company).toBe('Sakthi')
})
