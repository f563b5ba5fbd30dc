import { useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { memo } from 'react'
import { formatDateTime } from '#contracts/format.ts'
import type { FieldDifference, Revision } from '#contracts/revision.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showErrorToast } from '../shell/error-toast.ts'
import { type ComparedText, compareWords } from './compare-words.ts'

interface RevisionListProps {
  revisions: Revision[]
  /** The number of the current revision. */
  current: number
  /** Saves an earlier revision as a new one, which replaces the current one; undefined without the permission. */
  restore: ((revision: number, current: number) => Promise<{ revision: number }>) | undefined
  /** Said after a restoration. */
  restoredText?: string
}

interface Restoration {
  revision: number
  /** The revision that it replaces. */
  current: number
}

/** Revisions with their authors and differences, the newest first; each but the current one can be restored. */
export function RevisionList({
  revisions,
  current,
  restore,
  restoredText = 'The previous version remains in the list below.',
}: RevisionListProps) {
  const client = useQueryClient()
  const restoration = useGuardedMutation<{ revision: number }, Restoration>({
    mutationFn: (restored) => restore!(restored.revision, restored.current),
    onSuccess: (saved, replaced) => {
      const undo = () => restoration.send({ revision: replaced.current, current: saved.revision })
      showToast({ title: 'Restored', description: restoredText, action: { label: 'Undo', run: undo } })
    },
    onError: (error) => void showErrorToast(error, 'Not restored'),
    // After a refusal, too: somebody else may have saved.
    onSettled: () => client.invalidateQueries(),
  })
  if (revisions.length === 0)
    return (
      <Panel>
        <p className="py-8 text-center text-muted">There are no changes yet.</p>
      </Panel>
    )
  return (
    <ol className="grid max-w-224 gap-4">
      {revisions.map((revision, index) => (
        <li key={revision.revision}>
          <Panel>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h2 className="text-[1.25rem] leading-[1.2]">
                <time dateTime={revision.at}>{formatDateTime(revision.at)}</time>
                {revision.by && `, ${revision.by}`}
              </h2>
              {revision.revision === current ? (
                <p className="text-muted">Current version</p>
              ) : (
                restore && (
                  <Button
                    variant="outline"
                    size="sm"
                    disabled={restoration.isPending}
                    onClick={() => restoration.send({ revision: revision.revision, current })}
                  >
                    <RotateCcw aria-hidden="true" size={16} /> Restore
                  </Button>
                )
              )}
            </div>
            <Differences revision={revision} isOldest={index === revisions.length - 1} />
          </Panel>
        </li>
      ))}
    </ol>
  )
}

function Differences({ revision: { differences }, isOldest }: { revision: Revision; isOldest: boolean }) {
  if (differences.length === 0)
    return <p className="mt-2 text-muted">{isOldest ? 'Oldest version.' : 'No field was changed.'}</p>
  return (
    <dl className="mt-3 grid gap-3">
      {differences.map((difference) => (
        <Difference key={difference.field} {...difference} />
      ))}
    </dl>
  )
}

/** Comparing the words of a long list once is enough. */
const Difference = memo(function Difference({ field, before, after }: FieldDifference) {
  const words = compareWords(before, after)
  return (
    <div className="grid gap-1 border-line border-t pt-2 md:grid-cols-[9rem_1fr_1fr] md:gap-4">
      <dt className="font-head font-semibold">{field}</dt>
      <dd className="whitespace-pre-line break-words text-muted">
        {before ? <Words parts={words.before} Changed="del" /> : 'empty'}
      </dd>
      <dd className="whitespace-pre-line break-words">
        {after ? <Words parts={words.after} Changed="ins" /> : 'empty'}
      </dd>
    </div>
  )
})

/** A text in which the words are marked that its former version has not. */
export const ChangedText = ({ before, after }: { before: string; after: string }) => (
  <Words parts={compareWords(before, after).after} Changed="ins" />
)

const Words = ({ parts, Changed }: { parts: ComparedText[]; Changed: 'del' | 'ins' }) =>
  parts.map(({ text, isChanged }, index) =>
    isChanged ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no id and no state
      <Changed key={index} className={CHANGED_CLASSES[Changed]}>
        {text}
      </Changed>
    ) : (
      text
    ),
  )

const CHANGED_CLASSES = { del: 'decoration-1', ins: 'bg-marine-soft no-underline' }
