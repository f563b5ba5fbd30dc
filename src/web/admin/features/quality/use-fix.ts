import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FixPreview, FixReply, QualityFix } from '#contracts/quality.ts'
import { QUALITY_BATCH_SIZE } from '#contracts/quality-types.ts'
import { getErrorMessage, send } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { showErrorToast } from '../layout/error-toast.ts'
import { describeConflicts, formatItems, sendInBatches } from '../layout/item-batches.ts'
import { adminApi } from '../session/session.ts'
import { QUALITY_PATH } from './queries.ts'

const PATH = `${QUALITY_PATH}/fixes`

/** What the preview showed, and the correction that it belongs to. */
interface Previewed {
  fix: QualityFix
  preview: FixPreview
}

/**
 * The requests of the dialog that corrects a finding. The server changes up to 500 items at a time, each batch completely or
 * not at all: after a failure, `apply` continues with the rest. `onDone` runs after a correction and after Undo.
 */
export function useFix(key: string, onDone: () => void) {
  const client = useQueryClient()
  const [previewed, setPreviewed] = useState<Previewed>()
  const [done, setDone] = useState<FixReply>({ changed: [], conflicts: [] })
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
  const undo = async (changed: FixReply['changed']) => {
    const reply = await sendInBatches(changed, { path: `${PATH}/undo`, body: {}, size: QUALITY_BATCH_SIZE })
    await client.invalidateQueries()
    showToast({
      title: `${formatItems(reply.changed.length)} restored`,
      ...describeConflicts(reply.conflicts, 'changed since'),
    })
  }
  const finish = async ({ changed, conflicts }: FixReply) => {
    onDone()
    showToast({
      title: `${formatItems(changed.length)} corrected`,
      ...describeConflicts(conflicts, 'changed by someone else meanwhile'),
      ...(changed.length > 0 && {
        action: { label: 'Undo', run: () => void undo(changed).catch(showErrorToast) },
      }),
    })
    await client.invalidateQueries()
  }
  return {
    previewed,
    processedCount,
    isBusy,
    error,
    isInterrupted: processedCount > 0 && !isBusy,
    /** Ends an interrupted correction: what is done stays, and can be undone. */
    finish: () => finish(done),
    clear: () => {
      setPreviewed(undefined)
      setError(undefined)
    },
    showPreview: (fix: QualityFix) =>
      run(async () => {
        const preview = await send<FixPreview>(adminApi, 'POST', `${PATH}/preview`, { key, fix })
        setPreviewed({ fix, preview })
      }),
    apply: ({ fix, preview }: Previewed) =>
      run(async () => {
        const result = { changed: [...done.changed], conflicts: [...done.conflicts] }
        const items = preview.changes.map(({ id, revision }) => ({ id, revision }))
        await sendInBatches(items.slice(processedCount), {
          path: PATH,
          body: { fix },
          size: QUALITY_BATCH_SIZE,
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
