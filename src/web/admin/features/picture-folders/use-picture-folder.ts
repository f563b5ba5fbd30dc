import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { PictureItem } from '#contracts/item/pictures.ts'
import { CONNECTION_LOST_MESSAGE, getErrorStatus } from '#web/lib/api/api.ts'
import {
  type ChosenPicture,
  compareNames,
  groupByItem,
  type PictureMode,
  planItem,
  toChosenPicture,
} from './plan.ts'
import { findItems, hashFile, matchPictures, restoreRevision, sendPictures } from './requests.ts'
import { SourceError } from './source-error.ts'
import { checkSourceFile, listSourceFiles, type SourceFile } from './source-files.ts'

const PARALLEL_CHECKS = 8
const PARALLEL_UPLOADS = 2
const RESUME_AFTER_MS = 10_000
/** The server is restarting or has too much to do. */
const TEMPORARY_STATUSES = new Set([429, 502, 503, 504])

/** How far the upload of an item is. */
export type Upload =
  | { status: 'waiting'; attempt?: Attempt }
  | { status: 'sending'; sentBytes: number; bytes: number }
  | { status: 'failed'; attempt: Attempt; message: string }
  /** `before`: the revision that 'Undo all' restores; that of `after` if nothing was changed. */
  | { status: 'done'; before: number; after: number; message?: string }

/** An attempt whose outcome may be unknown, because the connection was lost. */
interface Attempt {
  /** The revision that it was for; undefined if it was not sent. */
  revision: number | undefined
}

/** What is being done before the review, or by 'Undo all'. */
export interface Activity {
  label: string
  done: number
  total: number
}

interface State {
  activity: Activity | undefined
  error: string | undefined
  rejected: { path: string; reason: string }[]
  pictures: ChosenPicture[]
  items: ReadonlyMap<string, PictureItem>
  mode: PictureMode
  /** Of items for which it differs from `mode`. */
  modes: ReadonlyMap<string, PictureMode>
  uploads: ReadonlyMap<string, Upload>
  isRunning: boolean
  /** Items that are being sent are completed, and no others begun. */
  isStopping: boolean
  isConnectionLost: boolean
}

const EMPTY: State = {
  activity: undefined,
  error: undefined,
  rejected: [],
  pictures: [],
  items: new Map(),
  mode: 'add',
  modes: new Map(),
  uploads: new Map(),
  isRunning: false,
  isStopping: false,
  isConnectionLost: false,
}

const withEntry = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value) =>
  new Map(map).set(key, value)

const isConnectionLoss = (error: Error) =>
  error instanceof TypeError && error.message === CONNECTION_LOST_MESSAGE
const isTemporary = (error: Error) =>
  isConnectionLoss(error) || TEMPORARY_STATUSES.has(getErrorStatus(error) ?? 0)

/** Throws an Error with a message for the user. */
async function readFile(source: SourceFile): Promise<File> {
  try {
    return await source.read()
  } catch (error) {
    const reason = error instanceof SourceError ? error.message : 'It may have been moved or changed.'
    throw new Error(`${source.path} cannot be read. ${reason}`, { cause: error })
  }
}

/** Calls `run` for each entry, several at a time. */
async function forEachParallel<Entry>(
  entries: readonly Entry[],
  parallel: number,
  run: (entry: Entry) => Promise<void>,
): Promise<void> {
  const queue = entries.values()
  const work = async () => {
    for (const entry of queue) await run(entry)
  }
  await Promise.all(Array.from({ length: parallel }, work))
}

/** Pictures from folders and zips: chosen, matched to items, and uploaded item by item. */
export function usePictureFolder() {
  const client = useQueryClient()
  const [state, setState] = useState(EMPTY)
  // Uploads need the present state between two renderings.
  const current = useRef(state)
  const update = (change: Partial<State> | ((state: State) => Partial<State>)) => {
    current.current = {
      ...current.current,
      ...(typeof change === 'function' ? change(current.current) : change),
    }
    setState(current.current)
  }
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  const { byItem, unmatched } = useMemo(() => groupByItem(state.pictures), [state.pictures])
  const plans = useMemo(
    () =>
      [...byItem].map(([id, pictures]) =>
        planItem(state.items.get(id)!, pictures, state.modes.get(id) ?? state.mode),
      ),
    [byItem, state.items, state.modes, state.mode],
  )

  /** Adds the hashes of pictures whose items have pictures, which may be the same. */
  const addHashes = async (pictures: ChosenPicture[], onProgress = (_done: number) => {}) => {
    const { items } = current.current
    const compared = pictures.filter(
      ({ itemId, hash }) => hash === undefined && itemId && items.get(itemId)?.images.length,
    )
    const hashes = new Map<SourceFile, string | undefined>()
    await forEachParallel(compared, 2, async ({ source }) => {
      hashes.set(source, await source.read().then(hashFile, () => undefined))
      onProgress(hashes.size)
    })
    update(({ pictures: present }) => ({
      pictures: present.map((picture) => ({ ...picture, hash: picture.hash ?? hashes.get(picture.source) })),
    }))
  }

  const readFiles = async (chosen: Promise<[path: string, file: File][]>) => {
    const report = (label: string, total: number) => (done: number) => {
      // A rendering per file would take longer than the files.
      if (done % 10 === 0 || done === total) update({ activity: { label, done, total } })
    }
    const { pictures: chosenBefore, rejected } = current.current
    const known = new Set([
      ...chosenBefore.map(({ source }) => source.path),
      ...rejected.map(({ path }) => path),
    ])
    const isNew = ({ path }: SourceFile) => !known.has(path) && known.add(path)
    const sources = (await listSourceFiles(await chosen))
      .filter(isNew)
      .sort((a, b) => compareNames(a.path, b.path))
    if (sources.length === 0)
      throw new SourceError('These files have been chosen already, or the folder is empty.')
    const reasons = new Map<SourceFile, string | undefined>()
    const reportCheck = report('Reading the files', sources.length)
    await forEachParallel(sources, PARALLEL_CHECKS, async (source) => {
      reasons.set(source, await checkSourceFile(source))
      reportCheck(reasons.size)
    })
    const valid = sources.filter((source) => !reasons.get(source))
    const files = valid.map(({ path }) => ({ path }))
    const matches = await matchPictures(files, report('Looking for the items', valid.length))
    const added = matches.map((match, index) => toChosenPicture(valid[index]!, match))
    update((present) => ({
      rejected: [
        ...present.rejected,
        ...sources.flatMap((source) => {
          const reason = reasons.get(source)
          return reason ? [{ path: source.path, reason }] : []
        }),
      ],
      items: new Map([
        ...matches.flatMap(({ item }) => (item ? [[item.id, item] as const] : [])),
        ...present.items,
      ]),
      pictures: [...present.pictures, ...added],
    }))
    await addHashes(added, report('Comparing with the present pictures', added.length))
  }

  const choose = async (chosen: Promise<[path: string, file: File][]>) => {
    if (current.current.activity || current.current.isRunning) return
    update({ error: undefined, activity: { label: 'Reading the files', done: 0, total: 0 } })
    try {
      await readFiles(chosen)
    } catch (error) {
      const isKnown =
        error instanceof SourceError ||
        getErrorStatus(error) !== undefined ||
        isConnectionLoss(error as Error)
      update({
        error: isKnown ? (error as Error).message : 'The files cannot be read. Choose them again.',
      })
    }
    update({ activity: undefined })
  }

  const setUpload = (id: string, upload: Upload) =>
    update(({ uploads }) => ({ uploads: withEntry(uploads, id, upload) }))

  /** Loads the stored item, whose pictures or revision may be others than those reviewed. */
  const refreshItem = async (id: string) => {
    const [item] = await findItems([id])
    if (!item) throw new Error('The item no longer exists, or is archived.')
    update(({ items }) => ({ items: withEntry(items, id, item) }))
    await addHashes(current.current.pictures.filter(({ itemId }) => itemId === id))
  }

  const getPlan = (id: string) => {
    const { items, pictures, modes, mode } = current.current
    const own = pictures.filter(({ itemId }) => itemId === id)
    return planItem(items.get(id)!, own, modes.get(id) ?? mode)
  }

  const sendItem = async (id: string, attempt: Attempt | undefined, onSend: (revision: number) => void) => {
    if (attempt) await refreshItem(id)
    const { item, mode, toSend } = getPlan(id)
    if (toSend.length === 0) {
      // The attempt had been stored if nobody else has changed the item.
      const wasStored = attempt?.revision === item.revision - 1
      setUpload(id, {
        status: 'done',
        before: wasStored ? item.revision - 1 : item.revision,
        after: item.revision,
      })
      return
    }
    const files = await Promise.all(toSend.map(({ source }) => readFile(source)))
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    const report = (sentBytes: number) => setUpload(id, { status: 'sending', sentBytes, bytes })
    report(0)
    onSend(item.revision)
    const saved = await sendPictures(item, mode, files, report)
    const added = mode === 'add' ? saved.images.slice(item.images.length) : saved.images
    const hashes = new Map(
      added.length === toSend.length ? toSend.map(({ source }, index) => [source, added[index]]) : [],
    )
    update(({ items, pictures, uploads }) => ({
      items: withEntry(items, id, saved),
      pictures: pictures.map((each) => ({ ...each, hash: each.hash ?? hashes.get(each.source) })),
      uploads: withEntry(uploads, id, { status: 'done', before: item.revision, after: saved.revision }),
    }))
  }

  const uploadItem = async (id: string) => {
    const upload = current.current.uploads.get(id)
    const attempt = upload?.status === 'waiting' ? upload.attempt : undefined
    let revision: number | undefined
    setUpload(id, { status: 'sending', sentBytes: 0, bytes: 0 })
    try {
      await sendItem(id, attempt, (sent) => {
        revision = sent
      })
    } catch (error) {
      const next = { attempt: { revision: revision ?? attempt?.revision } }
      if (isTemporary(error as Error)) {
        setUpload(id, { status: 'waiting', ...next })
        update({ isStopping: true, isConnectionLost: true })
      } else setUpload(id, { status: 'failed', message: (error as Error).message, ...next })
    }
  }

  /** Uploads what is waiting, until it is stopped or the connection is lost. */
  const run = async () => {
    if (current.current.isRunning) return
    update({ isRunning: true, isStopping: false, isConnectionLost: false })
    const ids = [...current.current.uploads].flatMap(([id, upload]) =>
      upload.status === 'waiting' ? id : [],
    )
    await forEachParallel(ids, PARALLEL_UPLOADS, async (id) => {
      if (!current.current.isStopping && !isGone.current) await uploadItem(id)
    })
    update({ isRunning: false })
    void client.invalidateQueries()
  }

  const resume = useEffectEvent(() => void run())
  useEffect(() => {
    if (!state.isConnectionLost || state.isRunning) return
    const timer = setTimeout(resume, RESUME_AFTER_MS)
    addEventListener('online', resume)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', resume)
    }
  }, [state.isConnectionLost, state.isRunning])

  const undo = async () => {
    const label = 'Undoing'
    const done = [...current.current.uploads].flatMap(([id, upload]) =>
      upload.status === 'done' && upload.after > upload.before ? [{ id, ...upload }] : [],
    )
    let count = 0
    update({ activity: { label, done: 0, total: done.length }, error: undefined })
    try {
      const stored = new Map((await findItems(done.map(({ id }) => id))).map((item) => [item.id, item]))
      for (const { id, before, after } of done) {
        if (stored.get(id)?.revision === after) {
          await restoreRevision(id, before)
          update(({ uploads }) => ({ uploads: new Map([...uploads].filter(([other]) => other !== id)) }))
        } else
          setUpload(id, {
            status: 'done',
            before: after,
            after,
            message: 'Not undone: it was changed since.',
          })
        update({ activity: { label, done: ++count, total: done.length } })
      }
    } catch (error) {
      update({ error: `Not everything was undone: ${(error as Error).message}` })
    }
    const restored = await findItems(done.map(({ id }) => id)).catch(() => [])
    update(({ items }) => ({
      activity: undefined,
      items: new Map([...items, ...restored.map((item) => [item.id, item] as const)]),
    }))
    void client.invalidateQueries()
  }

  return {
    ...state,
    plans,
    unmatched,
    choose: (chosen: Promise<[path: string, file: File][]>) => void choose(chosen),
    /** Forgets everything that was chosen. */
    reset: () => update(EMPTY),
    leaveOut(pictures: ChosenPicture[]) {
      const sources = new Set(pictures.map(({ source }) => source))
      update(({ pictures: present }) => ({ pictures: present.filter(({ source }) => !sources.has(source)) }))
    },
    /** Throws ApiError. */
    async assign(pictures: ChosenPicture[], itemId: string) {
      const item = current.current.items.get(itemId) ?? (await findItems([itemId]))[0]
      if (!item) throw new Error('The item no longer exists, or is archived.')
      const sources = new Set(pictures.map(({ source }) => source))
      update(({ pictures: present, items, uploads }) => ({
        items: withEntry(items, itemId, item),
        // Further pictures of an item that is done are uploaded as well.
        uploads: new Map([...uploads].filter(([id]) => id !== itemId)),
        pictures: present.map((each) => (sources.has(each.source) ? { ...each, itemId } : each)),
      }))
      await addHashes(current.current.pictures.filter((each) => each.itemId === itemId))
    },
    setMode: (mode: PictureMode) => update({ mode, modes: new Map() }),
    setItemMode: (id: string, mode: PictureMode) =>
      update(({ modes }) => ({ modes: withEntry(modes, id, mode) })),
    start() {
      const uploads = new Map(current.current.uploads)
      for (const { item, toSend } of plans)
        if (toSend.length > 0 && !uploads.has(item.id)) uploads.set(item.id, { status: 'waiting' })
      update({ uploads })
      void run()
    },
    stop: () => update({ isStopping: true }),
    resume: () => void run(),
    /** Uploads an item, or all items, that failed. */
    retry(id?: string) {
      const uploads = new Map(current.current.uploads)
      for (const [other, upload] of uploads)
        if (upload.status === 'failed' && (id === undefined || other === id))
          uploads.set(other, { status: 'waiting', attempt: upload.attempt })
      update({ uploads })
      void run()
    },
    undo: () => void undo(),
  }
}

export type PictureFolder = ReturnType<typeof usePictureFolder>
