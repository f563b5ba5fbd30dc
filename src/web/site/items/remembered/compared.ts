import { DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import { t } from '#messages/messages.ts'
import { createLocalStorageList } from '#web/lib/local-storage-list.ts'
import { showToast } from '#web/lib/toast.ts'

const list = createLocalStorageList('compared')

/** The ids of the items that the visitor compares, on this device only; undefined until hydration. */
export const useCompared = list.useIds
/** Whether the visitor compares an item. */
export const useIsCompared = list.useHas
/** Replaces the ids with the result of `change`. */
export const updateCompared = list.update

/** Adds an item to the comparison, or removes it. A full comparison stays as it is, and a toast says so. */
export function toggleCompared(id: string): void {
  list.update((ids) => {
    if (ids.includes(id)) return ids.filter((other) => other !== id)
    if (ids.length < DISPLAY_LIMITS.comparedItems) return [...ids, id]
    showToast({
      title: t('You can compare {count} items', { count: DISPLAY_LIMITS.comparedItems }),
      description: t('Remove one to add another.'),
    })
    return ids
  })
}

/** The address of the comparison of items with these ids or slugs. */
export const buildComparisonUrl = (ids: readonly string[], onlyDifferences = false): string =>
  `/compare${ids.length > 0 ? `?ids=${ids.map(encodeURIComponent).join(',')}` : ''}${onlyDifferences ? '&rows=differences' : ''}`
