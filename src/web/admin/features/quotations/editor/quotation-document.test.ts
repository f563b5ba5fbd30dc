import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDraft, createLine, type Draft } from './draft.ts'
import { QuotationDocument } from './quotation-document.ts'

const readCopy = (id: string) =>
  (JSON.parse(localStorage.getItem(`capstan-work::quotation:${id}`) ?? 'null') as { value: Draft } | null)
    ?.value

const LINE = createLine({ key: 'a', description: 'Lathe', unitPrice: '100' })

/** The requests that wait for `answer`, without calculations. */
let requests: { method: string; body: unknown; answer: (reply: Response | Error) => void }[]

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
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body }: RequestInit = {}) =>
    path.endsWith('/calculate')
      ? Promise.resolve(Response.json({ message: 'Not now.' }, { status: 503 }))
      : new Promise((resolve, reject) => {
          const answer = (reply: Response | Error) =>
            reply instanceof Error ? reject(reply) : resolve(reply)
          requests.push({ method, body: JSON.parse(String(body ?? 'null')), answer })
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
  const quotation = new QuotationDocument({
    stored: undefined,
    initial: createDraft(),
    copyId: 'new',
    onCreated,
    onSaved: () => {},
  })
  return { quotation, onCreated, close: quotation.open() }
}
const enterCompany = (quotation: QuotationDocument, company: string) =>
  quotation.change((draft) => ({ ...draft, buyer: { ...draft.buyer, company } }))
const addLine = (quotation: QuotationDocument) => quotation.change((draft) => ({ ...draft, lines: [LINE] }))

test('A new quotation is saved by itself once it has a line; until then it is kept on the device', async () => {
  const { quotation, onCreated } = openNew()
  enterCompany(quotation, 'Sakthi')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toEqual([])
  expect(quotation.waits).toBe(true)
  expect(readCopy('new')?.buyer.company).toBe('Sakthi')
  addLine(quotation)
  await vi.advanceTimersByTimeAsync(2000)
  expect(requests.map(({ method }) => method)).toEqual(['POST'])
  requests[0]!.answer(Response.json(STORED, { status: 201 }))
  await vi.advanceTimersByTimeAsync(1)
  expect(onCreated).toHaveBeenCalledOnce()
})

test('A new quotation without lines is saved when the user asks for it', async () => {
  const { quotation } = openNew()
  enterCompany(quotation, 'Sakthi')
  void quotation.flush()
  await vi.advanceTimersByTimeAsync(1)
  expect(requests.map(({ method }) => method)).toEqual(['POST'])
})

test('A save that fails after the editor was closed is not tried again, and the changes stay on the device', async () => {
  const { quotation, close } = openNew()
  addLine(quotation)
  await vi.advanceTimersByTimeAsync(2000)
  close()
  requests[0]!.answer(new TypeError('Failed to fetch'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveLength(1)
  expect(readCopy('new')?.lines).toMatchObject([{ key: 'a' }])
})

test('A save that succeeds after the editor was closed opens no other screen, and what it lacks stays on the device', async () => {
  const { quotation, onCreated, close } = openNew()
  addLine(quotation)
  await vi.advanceTimersByTimeAsync(2000)
  enterCompany(quotation, 'Sakthi')
  close()
  requests[0]!.answer(Response.json(STORED, { status: 201 }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onCreated).not.toHaveBeenCalled()
  expect(requests).toHaveLength(1)
  expect(readCopy('q1')?.buyer.company).toBe('Sakthi')
})

test('A refused draft is saved without the fields that are wrong, names them, and keeps them on the device', async () => {
  const { quotation } = openNew()
  addLine(quotation)
  quotation.changeField('buyer.gstin', '33AAA')
  await vi.advanceTimersByTimeAsync(2000)
  const errors = [{ field: 'buyer.gstin', message: 'Enter 15 characters.' }]
  requests[0]!.answer(Response.json({ message: 'The GSTIN is wrong.', errors }, { status: 400 }))
  await vi.advanceTimersByTimeAsync(1)
  expect(requests[1]).toMatchObject({ method: 'POST', body: { buyer: { gstin: '' } } })
  requests[1]!.answer(Response.json(STORED, { status: 201 }))
  await vi.advanceTimersByTimeAsync(1)
  expect(quotation.state).toMatchObject({
    value: { buyer: { gstin: '33AAA' } },
    save: { kind: 'incomplete', reason: 'the GSTIN is wrong.' },
    errors: { 'buyer.gstin': 'Enter 15 characters.' },
  })
  expect(readCopy('q1')?.buyer.gstin).toBe('33AAA')
})

test.each(['currency', 'placeOfSupply', 'lines', 'lines.a.alternativeTo', 'terms.payment'])(
  'A draft is not saved without its field %s, because the others depend on it',
  async (field) => {
    const { quotation } = openNew()
    addLine(quotation)
    await vi.advanceTimersByTimeAsync(2000)
    const errors = [{ field: field.replace('.a.', '.0.'), message: 'Wrong.' }]
    requests[0]!.answer(Response.json({ message: 'No.', errors }, { status: 400 }))
    await vi.advanceTimersByTimeAsync(5000)
    expect(requests).toHaveLength(1)
    expect(quotation.state.save).toMatchObject({ kind: 'failed', reason: 'no.' })
  },
)
