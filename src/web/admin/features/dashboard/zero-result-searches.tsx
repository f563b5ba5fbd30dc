import { useQueryClient } from '@tanstack/react-query'
import { BookPlus, X } from 'lucide-react'
import { useState } from 'react'
import type { Dashboard } from '#contracts/dashboard.ts'
import { formatCount, formatDate } from '#contracts/format.ts'
import { KINDS } from '#contracts/item/kind.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { send } from '#web/lib/api/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ConfirmDialog, FormDialog } from '../../editing/form-dialog.tsx'
import { adminApi, can, useCurrentUser } from '../../session/session.ts'
import { ListPanel, ListPanelRow } from './list-panel.tsx'

/** Stands for all terms, where one term could be given. */
const ALL_TERMS = Symbol('all')

/** Searches of visitors that found nothing. Users who can edit the settings can say what a word means. */
export function ZeroResultSearches({ data }: { data: Dashboard['zeroResultSearches'] }) {
  const user = useCurrentUser()
  const canEdit = can(user, 'catalogue.edit')
  const canExplain = canEdit && can(user, 'settings.edit')
  const [termToExplain, setTermToExplain] = useState<string>()
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
              {canExplain && (
                <IconButton
                  label={`Explain '${term}' to the search`}
                  variant="ghost"
                  className="-my-1.5 print:hidden"
                  onClick={() => setTermToExplain(term)}
                >
                  <BookPlus aria-hidden="true" size={18} />
                </IconButton>
              )}
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
      {termToExplain !== undefined && (
        <ExplainDialog term={termToExplain} onClose={() => setTermToExplain(undefined)} />
      )}
    </ListPanel>
  )
}

/** Adds a searched word to the other names of what it means, and takes it off the list. */
function ExplainDialog({ term, onClose }: { term: string; onClose: () => void }) {
  const client = useQueryClient()
  const name = term.replaceAll(',', ' ')
  const explain = async (fields: FormData) => {
    const meaning = String(fields.get('meaning')).trim()
    if (!(await isFound(meaning)))
      throw new Error(`Nothing is found for ‘${meaning}’ either. Enter a word that your items have.`)
    await send(adminApi, 'POST', '/api/site-content/trade-words', { name, meaning })
    await send(adminApi, 'DELETE', getMissPath(term))
    await client.invalidateQueries({ queryKey: ['/api/dashboard'] })
    showToast({ title: 'Saved', description: `A search for ‘${name}’ now finds ‘${meaning}’.` })
  }
  return (
    <FormDialog title={`What is ‘${name}’?`} submitLabel="Save" onSubmit={explain} onClose={onClose}>
      <TextField
        label="Your word for it"
        name="meaning"
        hint="A word in the names of your items, such as belt."
        required
        maxLength={60}
        autoComplete="off"
      />
    </FormDialog>
  )
}

/** Whether items of any kind have all words of a search. */
async function isFound(search: string): Promise<boolean> {
  const parameters = new URLSearchParams({ search, approximate: 'true', limit: '0' })
  const replies = await Promise.all(KINDS.map((kind) => adminApi(`${RESOURCES[kind].path}?${parameters}`)))
  return replies.some(
    ({ headers }) => Number(headers.get('x-total-count')) > 0 && headers.get('x-ignored') === null,
  )
}

const getMissPath = (term: string) => `/api/search-misses/${encodeURIComponent(term)}`

function ClearSearchesDialog({ term, onClose }: { term: string | typeof ALL_TERMS; onClose: () => void }) {
  const client = useQueryClient()
  const clear = async () => {
    await send(adminApi, 'DELETE', term === ALL_TERMS ? '/api/search-misses' : getMissPath(term))
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
