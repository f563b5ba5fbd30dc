import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SpecificationTemplate } from '#contracts/catalogue/specification-template.ts'
import { countOf, formatCount } from '#contracts/format.ts'
import { LeaveGuard } from '#web/admin/editing/leave-guard.tsx'
import { adminApi, can, useCurrentUser } from '#web/admin/session/session.ts'
import { useShortcut } from '#web/admin/shell/navigation/shortcuts.tsx'
import { type ApiError, send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { generateId, type SpecificationRow } from '../form/item-form-values.ts'
import { specificationNamesQuery } from '../queries.ts'
import { SpecificationRows } from './specification-rows.tsx'
import { TEMPLATE_PATH } from './template-queries.ts'

interface TemplateFormProps {
  template: SpecificationTemplate
  /** Loads the template again; the form then shows it. */
  onReload: () => Promise<{ data?: SpecificationTemplate | undefined }>
}

const toRows = ({ rows }: SpecificationTemplate): SpecificationRow[] =>
  rows.map(({ name, unit }) => ({ id: generateId(), key: name, value: unit }))

/** The names and units as they are sent. */
const toBodyRows = (rows: SpecificationRow[]) =>
  rows.map(({ key, value }) => ({ name: key.trim(), unit: value.trim() })).filter(({ name }) => name)

const isSame = (one: SpecificationRow[], other: SpecificationRow[]): boolean =>
  JSON.stringify(toBodyRows(one)) === JSON.stringify(toBodyRows(other))

/** The names and units of a template in their order. */
export function TemplateForm({ template, onReload }: TemplateFormProps) {
  const canEdit = can(useCurrentUser(), 'catalogue.edit')
  const client = useQueryClient()
  const { data: names = [] } = useQuery(specificationNamesQuery(template.kind))
  const [stored, setStored] = useState(() => ({ template, rows: toRows(template) }))
  const [rows, setRows] = useState(stored.rows)
  const [error, setError] = useState<{ message: string; isConflict: boolean }>()
  const { kind, category, origin, revision, items } = stored.template
  const unsaved = !isSame(stored.rows, rows)
  const show = (next: SpecificationTemplate) => {
    const nextRows = toRows(next)
    setStored({ template: next, rows: nextRows })
    setRows(nextRows)
    setError(undefined)
  }
  const change = useGuardedMutation<SpecificationTemplate, 'save' | 'reset'>({
    mutationFn: (action) =>
      action === 'save'
        ? send(adminApi, 'PUT', TEMPLATE_PATH, { kind, category, revision, rows: toBodyRows(rows) })
        : send(
            adminApi,
            'DELETE',
            `${TEMPLATE_PATH}?${new URLSearchParams({ kind, category, revision: String(revision) })}`,
          ),
    onSuccess: (saved, action) => {
      show(saved)
      showToast({ title: action === 'save' ? 'Template saved' : 'Template learned from the items again' })
      void client.invalidateQueries()
    },
    onError: (reason) =>
      setError({
        message: reason.message,
        isConflict: (reason as ApiError).type === 'changed-meanwhile',
      }),
  })
  const save = () => {
    if (unsaved) change.send('save')
  }
  useShortcut({ keys: 'Ctrl+S', label: 'Save', run: save })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const reload = async () => {
    const { data } = await onReload()
    if (data) show(data)
  }
  return (
    <form onSubmit={submit} className="grid max-w-224 gap-4">
      <LeaveGuard unsaved={unsaved} />
      <Panel
        title="Specifications"
        note={
          origin === 'edited'
            ? 'Edited. New items of this category start with these rows.'
            : `Learned from ${countOf(items, 'item')}: what at least half of them have.`
        }
      >
        {rows.length === 0 && (
          <p className="mb-4 text-muted">
            {canEdit
              ? 'No specifications. Add those that every item of this category should have.'
              : 'No specifications.'}
          </p>
        )}
        <fieldset disabled={!canEdit || change.isPending} className="min-w-0">
          <legend className="sr-only">Names and units</legend>
          <SpecificationRows rows={rows} onChange={setRows} required={0} names={names} column="unit" />
        </fieldset>
        {items > 0 && rows.length > 0 && <Usage template={stored.template} />}
      </Panel>
      {error && (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-danger">
          <p>{error.message}</p>
          {error.isConflict && (
            <Button variant="outline" size="sm" onClick={() => void reload()}>
              Load their version
            </Button>
          )}
        </div>
      )}
      {canEdit && (
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" disabled={change.isPending || !unsaved}>
            {change.isPending ? 'Saving...' : 'Save template'}
          </Button>
          {unsaved && (
            <Button variant="outline" disabled={change.isPending} onClick={() => setRows(stored.rows)}>
              Discard changes
            </Button>
          )}
          {origin === 'edited' && !unsaved && (
            <Button variant="outline" disabled={change.isPending} onClick={() => change.send('reset')}>
              Reset to learned
            </Button>
          )}
        </div>
      )}
    </form>
  )
}

/** How many items of the category have each specification. */
function Usage({ template: { rows, items } }: { template: SpecificationTemplate }) {
  return (
    <p className="mt-4 text-muted text-sm">
      {`In use: ${rows.map(({ name, count }) => `${name} ${formatCount(count)} of ${formatCount(items)}`).join(', ')}.`}
    </p>
  )
}
