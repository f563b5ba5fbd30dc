import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { Dashboard } from '#contracts/dashboard.ts'
import { formatCount, formatDate } from '#contracts/format.ts'
import { send } from '#web/lib/api/api.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '../../editing/form-dialog.tsx'
import { adminApi, can, useCurrentUser } from '../../session/session.ts'
import { ListPanel, ListPanelRow } from './list-panel.tsx'

/** Stands for all terms, where one term could be given. */
const ALL_TERMS = Symbol('all')

/** Searches of visitors that found nothing. Users who can edit the catalogue can clear them. */
export function ZeroResultSearches({ data }: { data: Dashboard['zeroResultSearches'] }) {
  const canEdit = can(useCurrentUser(), 'catalogue.edit')
  const [termToClear, setTermToClear] = useState<string | typeof ALL_TERMS>()
  return (
    <ListPanel
      title="Searches with no results"
      note="Count, last searched"
      emptyText="No searches without results yet. What visitors look for and do not find is listed here."
      lines={data.map(({ term, count, lastAt }) => (
        <ListPanelRow
          key={term}
          value={
            <>
              {formatCount(count)}
              <time dateTime={lastAt} className="font-normal font-text text-muted text-sm">
                {formatDate(lastAt)}
              </time>
              {canEdit && (
                <IconButton
                  label={`Clear '${term}'`}
                  variant="ghost"
                  className="-my-1.5 -mr-2.5 print:hidden"
                  onClick={() => setTermToClear(term)}
                >
                  <X aria-hidden="true" size={18} />
                </IconButton>
              )}
            </>
          }
        >
          {term}
        </ListPanelRow>
      ))}
    >
      {canEdit && data.length > 0 && (
        <Button
          variant="link"
          size="sm"
          className="mt-2 print:hidden"
          onClick={() => setTermToClear(ALL_TERMS)}
        >
          Clear all
        </Button>
      )}
      {termToClear !== undefined && (
        <ClearSearchesDialog term={termToClear} onClose={() => setTermToClear(undefined)} />
      )}
    </ListPanel>
  )
}

function ClearSearchesDialog({ term, onClose }: { term: string | typeof ALL_TERMS; onClose: () => void }) {
  const client = useQueryClient()
  const path = term === ALL_TERMS ? '' : `/${encodeURIComponent(term)}`
  const clear = async () => {
    await send(adminApi, 'DELETE', `/api/search-misses${path}`)
    await client.invalidateQueries({ queryKey: ['/api/dashboard'] })
  }
  return (
    <ConfirmDialog
      tone="danger"
      title={term === ALL_TERMS ? 'Clear search history?' : `Clear '${term}'?`}
      confirmLabel="Clear"
      onConfirm={clear}
      onClose={onClose}
    >
      <p>This cannot be undone.</p>
    </ConfirmDialog>
  )
}
