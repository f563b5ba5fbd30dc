import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/api/api.ts'
import type { DraftStore, StoredDraft } from './draft-stores.ts'
import { EditedDocument } from './edited-document.ts'
import type { FieldRules } from './merge.ts'

interface Value {
  name: string
  brand: string
}
interface Stored extends Value {
  revision: number
}

const RULES: FieldRules<Value> = { getLabel: (path) => path, toText: (_path, field) => String(field) }
const STORED: Stored = { revision: 1, name: 'Lathe', brand: 'KMT' }

/** The draft that the device has, and what was requested. */
let kept: StoredDraft<Value> | undefined
let sent: (Value & { revision: number | undefined })[]
/** What the server has. */
let server: Stored
let isOffline: boolean

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  kept = undefined
  sent = []
  server = STORED
  isOffline = false
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const drafts: DraftStore<Value> = {
  read: async () => kept,
  write: (draft) => {
    kept = draft
  },
  remove: () => {
    kept = undefined
  },
}

/** Saves as the server does: only on top of the present revision. */
async function store(value: Value, { revision }: { revision: number | undefined }): Promise<Stored> {
  if (isOffline) throw new TypeError('Failed to fetch')
  sent.push({ ...value, revision })
  if (revision !== server.revision)
    throw new ApiError(409, 'Devi changed it meanwhile.', { type: 'changed-meanwhile' })
  server = { ...value, revision: server.revision + 1 }
  return server
}

async function openDocument(stored: Stored | undefined = STORED) {
  const onFailed = vi.fn()
  const document = new EditedDocument<Value, Stored>({
    stored,
    initial: stored ? toValue(stored) : { name: '', brand: '' },
    toValue,
    rules: RULES,
    isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    check: ({ name }) => (name ? {} : { name: 'Enter a name.' }),
    store,
    load: async () => server,
    drafts: () => drafts,
    onFailed,
  })
  const close = document.open()
  await vi.advanceTimersByTimeAsync(0)
  return { document, close, onFailed }
}
const toValue = ({ name, brand }: Stored): Value => ({ name, brand })
const pause = () => vi.advanceTimersByTimeAsync(1000)

test('A changed document is kept on the device after a pause, and no longer once it is saved', async () => {
  const { document } = await openDocument()
  document.changeField('name', 'Mill')
  expect(document.state.save.kind).toBe('unsaved')
  await pause()
  expect(kept?.value).toEqual({ name: 'Mill', brand: 'KMT' })
  expect(await document.save()).toBe(true)
  expect(document.state).toMatchObject({ save: { kind: 'saved' }, stored: { revision: 2, name: 'Mill' } })
  expect(kept).toBeUndefined()
})

test('A field that is changed back leaves nothing unsaved', async () => {
  const { document } = await openDocument()
  document.changeField('name', 'Mill')
  await pause()
  document.changeField('name', 'Lathe')
  expect(document.isUnsaved).toBe(false)
  expect(kept).toBeUndefined()
})

test('What is typed while a save is under way stays, unsaved', async () => {
  const { document } = await openDocument()
  document.changeField('name', 'Mill')
  const save = document.save()
  document.changeField('brand', 'HMT')
  await save
  expect(document.state).toMatchObject({ value: { name: 'Mill', brand: 'HMT' }, save: { kind: 'unsaved' } })
})

test('A conflict names what others have changed; the own version keeps their other fields', async () => {
  const { document } = await openDocument()
  document.changeField('name', 'Mill')
  server = { revision: 5, name: 'Drill', brand: 'HMT' }
  expect(await document.save()).toBe(false)
  expect(document.state.conflict).toMatchObject({
    message: 'Devi changed it meanwhile.',
    changes: [
      { path: 'name', before: 'Lathe', theirs: 'Drill', mine: 'Mill' },
      { path: 'brand', before: 'KMT', theirs: 'HMT', mine: undefined },
    ],
  })
  expect(await document.settle('mine')).toBe(true)
  expect(server).toEqual({ revision: 6, name: 'Mill', brand: 'HMT' })
})

test('After a conflict the version of others can be taken, or editing goes on', async () => {
  const { document } = await openDocument()
  document.changeField('name', 'Mill')
  server = { revision: 5, name: 'Drill', brand: 'KMT' }
  await document.save()
  document.closeConflict()
  expect(document.state).toMatchObject({ conflict: undefined, value: { name: 'Mill' } })
  await document.save()
  await document.settle('theirs')
  expect(document.state).toMatchObject({
    conflict: undefined,
    value: { name: 'Drill' },
    save: { kind: 'saved' },
  })
  expect(sent).toHaveLength(2)
})

test('A restored draft does not undo what was saved after it', async () => {
  kept = {
    at: '2026-11-24T10:00:00.000Z',
    base: toValue(STORED),
    revision: 1,
    value: { name: 'Mill', brand: 'KMT' },
  }
  server = { revision: 2, name: 'Lathe', brand: 'HMT' }
  const { document } = await openDocument(server)
  expect(document.state.recoverable).toBeDefined()
  document.restore()
  expect(document.state.value.name).toBe('Mill')
  await document.save()
  await document.settle('mine')
  expect(server).toEqual({ revision: 3, name: 'Mill', brand: 'HMT' })
})

test('A draft that waits for a decision is not overwritten, and one that is discarded is gone', async () => {
  kept = { at: '2026-11-24T10:00:00.000Z', value: { name: 'Mill', brand: 'KMT' } }
  const { document, close } = await openDocument()
  document.changeField('brand', 'HMT')
  await pause()
  expect(kept?.value.name).toBe('Mill')
  await document.discardDraft()
  expect(kept).toBeUndefined()
  document.changeField('brand', 'BFW')
  await pause()
  expect(kept).toMatchObject({ value: { brand: 'BFW' } })
  await document.abandon()
  close()
  expect(kept).toBeUndefined()
})

test('A draft that equals what is stored is not offered', async () => {
  kept = { at: '2026-11-24T10:00:00.000Z', value: toValue(STORED) }
  expect((await openDocument()).document.state.recoverable).toBeUndefined()
})

test('A refused field has its message until it is changed; without an answer nothing is wrong with the content', async () => {
  const { document, onFailed } = await openDocument()
  document.changeField('name', '')
  expect(document.state.problems).toEqual({ name: 'Enter a name.' })
  document.setErrors({ name: 'Taken.', brand: 'Unknown.' })
  document.changeField('name', 'Mill')
  expect(document.state).toMatchObject({ errors: { brand: 'Unknown.' }, problems: {} })
  isOffline = true
  expect(await document.save()).toBe(false)
  expect(document.state.save).toEqual({ kind: 'failed', reason: 'Failed to fetch', isRetried: true })
  expect(onFailed).toHaveBeenCalledOnce()
  isOffline = false
  expect(await document.save()).toBe(true)
})

test('What others save appears at once where nothing was edited', async () => {
  const { document } = await openDocument()
  document.changeField('name', 'Mill')
  document.adopt({ revision: 2, name: 'Lathe', brand: 'HMT' })
  expect(document.state.value).toEqual({ name: 'Mill', brand: 'HMT' })
  document.adopt({ revision: 3, name: 'Drill', brand: 'HMT' })
  expect(document.state).toMatchObject({ value: { name: 'Mill' }, stored: { revision: 2 } })
})
