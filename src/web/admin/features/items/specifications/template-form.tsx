import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { SpecificationTemplate } from '#contracts/catalogue/specification-template.ts'
import { isDeepEqual } from '#contracts/fields/fields.ts'
import { countOf, formatCount } from '#contracts/format.ts'
import { ConflictDialog } from '#web/admin/editing/conflicts.tsx'
import { useDocumentState, useOpenDocument } from '#web/admin/editing/document-context.tsx'
import { EditedDocument } from '#web/admin/editing/edited-document.ts'
import { LeaveGuard } from '#web/admin/editing/leave-guard.tsx'
import type { FieldRules } from '#web/admin/editing/merge.ts'
import { adminApi, can, useCurrentUser } from '#web/admin/session/session.ts'
import { showErrorToast } from '#web/admin/shell/error-toast.ts'
import { useShortcut } from '#web/admin/shell/navigation/shortcuts.tsx'
import { send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { generateId, type SpecificationRow } from '../form/item-form-values.ts'
import { specificationNamesQuery } from '../queries.ts'
import { SpecificationRows } from './specification-rows.tsx'
import { editedTemplateQuery, TEMPLATE_PATH } from './template-queries.ts'

/** The rows of a template in its form; the keys of the list are not stored. */
interface TemplateValue {
  rows: SpecificationRow[]
}

const toValue = ({ rows }: SpecificationTemplate): TemplateValue => ({
  rows: rows.map(({ name, unit }) => ({ id: generateId(), key: name, value: unit })),
})

/** The names and units as they are sent. */
const toBodyRows = (rows: SpecificationRow[]) =>
  rows.map(({ key, value }) => ({ name: key.trim(), unit: value.trim() })).filter(({ name }) => name)

const isSameRows = (one: SpecificationRow[], other: SpecificationRow[]): boolean =>
  isDeepEqual(toBodyRows(one), toBodyRows(other))

const TEMPLATE_RULES: FieldRules<TemplateValue> = {
  isField: (path) => path === 'rows',
  getLabel: () => 'Specifications',
  isSame: (_path, one, other) => isSameRows(one as SpecificationRow[], other as SpecificationRow[]),
  toText: (_path, rows) =>
    toBodyRows(rows as SpecificationRow[])
      .map(({ name, unit }) => (unit ? `${name} (${unit})` : name))
      .join('\n'),
}

/** The names and units of a template in their order. */
export function TemplateForm({ template }: { template: SpecificationTemplate }) {
  const { kind, category } = template
  const canEdit = can(useCurrentUser(), 'catalogue.edit')
  const client = useQueryClient()
  const { data: names = [] } = useQuery(specificationNamesQuery(kind))
  const document = useOpenDocument(
    () =>
      new EditedDocument<TemplateValue, SpecificationTemplate>({
        stored: template,
        initial: toValue(template),
        toValue,
        rules: TEMPLATE_RULES,
        isSame: (one, other) => isSameRows(one.rows, other.rows),
        store: ({ rows }, { revision }) =>
          send(adminApi, 'PUT', TEMPLATE_PATH, { kind, category, revision, rows: toBodyRows(rows) }),
        load: () => client.fetchQuery({ ...editedTemplateQuery(kind, category), staleTime: 0 }),
        onSaved() {
          showToast({ title: 'Template saved' })
          void client.invalidateQueries()
        },
      }),
  )
  const { value, stored = template, save: saving } = useDocumentState(document)
  const { rows } = value
  const { origin, revision, items } = stored
  const unsaved = document.isUnsaved
  const reset = useGuardedMutation<SpecificationTemplate>({
    mutationFn: () =>
      send(
        adminApi,
        'DELETE',
        `${TEMPLATE_PATH}?${new URLSearchParams({ kind, category, revision: String(revision) })}`,
      ),
    onSuccess: (learned) => {
      document.replace(learned)
      showToast({ title: 'Template learned from the items again' })
      void client.invalidateQueries()
    },
    onError: (error) => showErrorToast(error),
  })
  const isBusy = saving.kind === 'saving' || reset.isPending
  const save = () => {
    if (unsaved) void document.save()
  }
  useShortcut({ keys: 'Ctrl+S', label: 'Save', run: save })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
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
        <fieldset disabled={!canEdit || isBusy} className="min-w-0">
          <legend className="sr-only">Names and units</legend>
          <SpecificationRows
            rows={rows}
            onChange={(change) => document.changeField('rows', change)}
            required={0}
            names={names}
            column="unit"
          />
        </fieldset>
        {items > 0 && rows.length > 0 && <Usage template={stored} />}
      </Panel>
      {saving.kind === 'failed' && (
        <p role="alert" className="text-danger">
          {saving.reason}
        </p>
      )}
      {canEdit && (
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" disabled={isBusy || !unsaved}>
            {saving.kind === 'saving' ? 'Saving...' : 'Save template'}
          </Button>
          {unsaved && (
            <Button variant="outline" disabled={isBusy} onClick={document.discardChanges}>
              Discard changes
            </Button>
          )}
          {origin === 'edited' && !unsaved && (
            <Button variant="outline" disabled={isBusy} onClick={() => reset.send()}>
              Reset to learned
            </Button>
          )}
        </div>
      )}
      <ConflictDialog document={document} />
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
