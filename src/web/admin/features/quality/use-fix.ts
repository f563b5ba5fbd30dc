import type { FixPreview, QualityFix } from '#contracts/bulk-data/quality.ts'
import { useBatchChange } from '../../editing/batch/use-batch-change.ts'
import { QUALITY_PATH } from './queries.ts'

/** The requests of the dialog that corrects a finding. `onDone` runs after a correction and after Undo. */
export const useFix = (key: string, onDone: () => void) =>
  useBatchChange<QualityFix, FixPreview>({
    path: `${QUALITY_PATH}/fixes`,
    getPreviewBody: (fix) => ({ key, fix }),
    getBody: (fix) => ({ fix }),
    listItems: ({ changes }) => changes.map(({ id, revision }) => ({ id, revision })),
    describeDone: (items) => `${items} corrected`,
    describeUndone: (items) => `${items} restored`,
    onDone,
  })
