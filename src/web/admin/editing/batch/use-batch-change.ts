import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ItemBatchReply, ItemRevision } from '#contracts/bulk-data/item-batch.ts'
import { countOf } from '#contracts/format.ts'
import { getErrorStatus, send } from '#web/lib/api/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { adminApi } from '../../session/session.ts'
import { describeConflicts, sendInBatches } from './item-batches.ts'

interface BatchChangeOptions<Change, Preview> {
  /** The address of the change; its preview and its undo are below it. */
  path: string
  /** What the body of the preview contains. */
  getPreviewBody: (change: Change) => object
  /** What the body of each batch contains besides the items. */
  getBody: (change: Change) => object
  listItems: (preview: Preview) => ItemRevision[]
  /** The titles of the toasts; `items` is '1 item' or '2,480 items'. */
  describeDone: (items: string) => string
  describeUndone: (items: string) => string
  /** Runs after the change and after Undo. */
  onDone: () => void
}

/** What the dialog of a change needs, whatever the change is. */
export interface BatchChangeProgress {
  isPreviewed: boolean
  /** How many items the previewed change has, and how many of them are processed. */
  changedCount: number
  processedCount: number
  isBusy: boolean
  /** Whether a batch has failed after others were processed. */
  isInterrupted: boolean
  error: string | undefined
  /** Sends the batches that are left. */
  apply: () => void
  /** Ends an interrupted change: what is done stays, and can be undone. */
  finish: () => void
}

/**
 * A change of many items with a preview. The server changes a batch completely or not at all, and once if it is sent
 * twice: after a failure or a lost response, `apply` continues with the rest.
 */
export function useBatchChange<Change, Preview>(options: BatchChangeOptions<Change, Preview>) {
  const client = useQueryClient()
  const [previewed, setPreviewed] = useState<{ change: Change; preview: Preview }>()
  const [done, setDone] = useState<ItemBatchReply>({ changed: [], conflicts: [] })
  const [processedCount, setProcessedCount] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()
  const items = previewed ? options.listItems(previewed.preview) : []

  const run = async (work: () => Promise<void>) => {
    setIsBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (reason) {
      setError(describeFailure(reason as Error))
    } finally {
      setIsBusy(false)
    }
  }
  const describeFailure = (reason: Error) =>
    previewed && getErrorStatus(reason) === undefined
      ? `${reason.message} No item is changed twice.`
      : reason.message
  const undo = async (changed: ItemRevision[]) => {
    const reply = await sendInBatches(changed, { path: `${options.path}/undo`, body: {} })
    options.onDone()
    await client.invalidateQueries()
    showToast({
      title: options.describeUndone(countOf(reply.changed.length, 'item')),
      ...describeConflicts(reply.conflicts, 'changed since'),
    })
  }
  const startUndo = (changed: ItemRevision[]) =>
    void undo(changed).catch((reason: Error) =>
      showToast({
        variant: 'destructive',
        title: 'Not undone',
        description: reason.message,
        action: { label: 'Try again', run: () => startUndo(changed) },
      }),
    )
  const finish = async ({ changed, conflicts }: ItemBatchReply) => {
    options.onDone()
    showToast({
      title: options.describeDone(countOf(changed.length, 'item')),
      ...describeConflicts(conflicts, 'changed by someone else meanwhile'),
      ...(changed.length > 0 && {
        action: { label: 'Undo', run: () => startUndo(changed) },
      }),
    })
    await client.invalidateQueries()
  }
  const applyRest = async (change: Change) => {
    const result = { changed: [...done.changed], conflicts: [...done.conflicts] }
    await sendInBatches(items.slice(processedCount), {
      path: options.path,
      body: options.getBody(change),
      onBatch: (reply, count) => {
        result.changed.push(...reply.changed)
        result.conflicts.push(...reply.conflicts)
        setDone(result)
        setProcessedCount(processedCount + count)
      },
    }).catch(async (reason) => {
      // Without a response it is not known what was changed: the list shows it.
      await client.invalidateQueries()
      throw reason
    })
    await finish(result)
  }
  const progress: BatchChangeProgress = {
    isPreviewed: previewed !== undefined,
    changedCount: items.length,
    processedCount,
    isBusy,
    isInterrupted: processedCount > 0 && !isBusy,
    error,
    apply: () => previewed && void run(() => applyRest(previewed.change)),
    finish: () => void finish(done),
  }
  return {
    progress,
    preview: previewed?.preview,
    /** Discards the preview of a change that is being edited. */
    clear: () => {
      setPreviewed(undefined)
      setError(undefined)
    },
    showPreview: (change: Change) =>
      void run(async () => {
        const body = options.getPreviewBody(change)
        setPreviewed({
          change,
          preview: await send<Preview>(adminApi, 'POST', `${options.path}/preview`, body),
        })
      }),
  }
}
