import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  ItemRevision,
  PriceChange,
  PriceChangePreview,
  PriceChangePreviewBody,
  PriceChangeReply,
} from '#contracts/price-change.ts'
import { PRICE_CHANGE_BATCH_SIZE } from '#contracts/price-steps.ts'
import { getErrorMessage, send } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { showErrorToast } from '../layout/error-toast.ts'
import { describeConflicts, formatItems, sendInBatches } from '../layout/item-batches.ts'
import { adminApi } from '../session/session.ts'

const PATH = '/api/items/price-changes'

/** The items whose prices change: selected ones, or all that match the filters of the list. */
export type PriceTarget = Omit<PriceChangePreviewBody, 'change'>

/** What the preview showed, and the change that it belongs to. */
interface Previewed {
  change: PriceChange
  preview: PriceChangePreview
}

/**
 * The requests of the dialog that changes prices. The server changes up to 500 items at a time, each batch completely or
 * not at all: after a failure, `apply` continues with the rest. `onDone` runs after a change and after Undo.
 */
export function usePriceChange(target: PriceTarget, onDone: () => void) {
  const client = useQueryClient()
  const [previewed, setPreviewed] = useState<Previewed>()
  const [done, setDone] = useState<PriceChangeReply>({ changed: [], conflicts: [] })
  const [processedCount, setProcessedCount] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()

  const run = async (work: () => Promise<void>) => {
    setIsBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (reason) {
      setError(getErrorMessage(reason as Error))
    } finally {
      setIsBusy(false)
    }
  }
  const invalidateAll = async () => {
    onDone()
    await client.invalidateQueries()
  }
  const undo = (changed: ItemRevision[]) =>
    sendInBatches(changed, { path: `${PATH}/undo`, body: {}, size: PRICE_CHANGE_BATCH_SIZE }).then(
      async (reply) => {
        await invalidateAll()
        showToast({
          title: `Previous prices of ${formatItems(reply.changed.length)} restored`,
          ...describeConflicts(reply.conflicts, 'changed since'),
        })
      },
    )

  const finish = async ({ changed, conflicts }: PriceChangeReply) => {
    await invalidateAll()
    showToast({
      title: `Prices of ${formatItems(changed.length)} changed`,
      ...describeConflicts(conflicts, 'changed by someone else meanwhile'),
      ...(changed.length > 0 && {
        action: { label: 'Undo', run: () => void undo(changed).catch(showErrorToast) },
      }),
    })
  }

  return {
    previewed,
    processedCount,
    isBusy,
    error,
    isInterrupted: processedCount > 0 && !isBusy,
    /** Ends an interrupted change: what is done stays, and can be undone. */
    finish: () => finish(done),
    clear: () => {
      setPreviewed(undefined)
      setError(undefined)
    },
    showPreview: (change: PriceChange) =>
      run(async () => {
        const preview = await send<PriceChangePreview>(adminApi, 'POST', `${PATH}/preview`, {
          ...target,
          change,
        })
        setPreviewed({ change, preview })
      }),
    apply: ({ change, preview }: Previewed) =>
      run(async () => {
        const result = { changed: [...done.changed], conflicts: [...done.conflicts] }
        await sendInBatches(preview.items.slice(processedCount), {
          path: PATH,
          body: { change },
          size: PRICE_CHANGE_BATCH_SIZE,
          onBatch: (reply, count) => {
            result.changed.push(...reply.changed)
            result.conflicts.push(...reply.conflicts)
            setDone(result)
            setProcessedCount(processedCount + count)
          },
        })
        await finish(result)
      }),
  }
}
