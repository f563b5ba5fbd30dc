import type {
  PriceChange,
  PriceChangePreview,
  PriceChangePreviewBody,
} from '#contracts/bulk-data/price-change.ts'
import { useBatchChange } from '#web/admin/editing/batch/use-batch-change.ts'

/** The items whose prices change: selected ones, or all that match the filters of the list. */
export type PriceTarget = Omit<PriceChangePreviewBody, 'change'>

/** The requests of the dialog that changes prices. `onDone` runs after a change and after Undo. */
export const usePriceChange = (target: PriceTarget, onDone: () => void) =>
  useBatchChange<PriceChange, PriceChangePreview>({
    path: '/api/items/price-changes',
    getPreviewBody: (change) => ({ ...target, change }),
    getBody: (change) => ({ change }),
    listItems: ({ items }) => items,
    describeDone: (items) => `Prices of ${items} changed`,
    describeUndone: (items) => `Previous prices of ${items} restored`,
    onDone,
  })
