import { useState } from 'react'
import { CheckboxField } from '#web/ui/field.tsx'
import { ItemRow } from './item-row.tsx'
import { PagedList } from './paged-list.tsx'
import type { PictureFolder } from './use-picture-folder.ts'

const PAGE_SIZE = 20

/** The items that get pictures, a page at a time. */
export function ItemList({ folder, disabled }: { folder: PictureFolder; disabled: boolean }) {
  const [areProblemsOnly, setProblemsOnly] = useState(false)
  const { plans, uploads } = folder
  const withProblems = plans.filter(
    ({ item, tooMany }) =>
      uploads.get(item.id)?.status === 'failed' || (tooMany > 0 && !uploads.has(item.id)),
  )
  const shown = areProblemsOnly ? withProblems : plans
  return (
    <section aria-labelledby="picture-items" className="mb-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="picture-items" className="text-brand leading-[1.2]">
          Items
        </h2>
        {(withProblems.length > 0 || areProblemsOnly) && (
          <CheckboxField
            label={`Only items with problems (${withProblems.length})`}
            checked={areProblemsOnly}
            onChange={({ target }) => setProblemsOnly(target.checked)}
          />
        )}
      </div>
      <div className="min-w-0 rounded-lg border border-line bg-surface">
        {shown.length === 0 ? (
          <p className="px-6 py-12 text-center text-muted">
            {areProblemsOnly ? 'No item has a problem.' : 'No picture has an item yet.'}
          </p>
        ) : (
          <PagedList entries={shown} pageSize={PAGE_SIZE} noun="items">
            {(plan) => (
              <ItemRow
                key={plan.item.id}
                plan={plan}
                upload={uploads.get(plan.item.id)}
                disabled={disabled}
                onMode={(mode) => folder.setItemMode(plan.item.id, mode)}
                onLeaveOut={(picture) => folder.leaveOut([picture])}
                onRetry={() => folder.retry(plan.item.id)}
              />
            )}
          </PagedList>
        )}
      </div>
    </section>
  )
}
