import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatDate, formatDay } from '#contracts/format.ts'
import {
  PUBLICATION_LABELS,
  PUBLICATION_STATES,
  type PublicationState,
} from '#contracts/publication/fields.ts'
import type { PublicationRow } from '#contracts/publication/publication.ts'
import { toPublicationPath } from '#web/lib/navigation/admin-paths.ts'
import { showToast } from '#web/lib/toast.ts'
import { type Action, ActionsMenu } from '#web/ui/actions-menu.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { type ColumnSort, Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { ConfirmDialog } from '../../editing/form-dialog.tsx'
import { showErrorToast } from '../../shell/error-toast.ts'
import { deletePublication, setPublicationState } from './requests.ts'

/** What is said after a change of the state. */
const CHANGES: Record<PublicationState, string> = {
  draft: 'It is a draft now',
  scheduled: 'Scheduled',
  published: 'Published',
  archived: 'Moved to the archive',
}

interface PublicationTableProps {
  rows: PublicationRow[]
  sortBy: (column: 'title' | 'updated') => ColumnSort
  /** Called after a change of the list. */
  onChanged: () => void
}

/** The list of pages and articles; below 1024 px each row is a card. */
export function PublicationTable({ rows, sortBy, onChanged }: PublicationTableProps) {
  const navigate = useNavigate()
  const [toDelete, setToDelete] = useState<PublicationRow>()
  const setState = async (row: PublicationRow, state: PublicationState) => {
    try {
      const { revision } = await setPublicationState(row, state)
      const undo = () => void setState({ ...row, state, revision }, row.state)
      showToast({
        title: CHANGES[state],
        description: row.title,
        action: { label: 'Undo', run: undo },
      })
    } catch (error) {
      showErrorToast(error as Error)
    }
    onChanged()
  }
  const listActions = (row: PublicationRow): Action[] => [
    ...(row.state === 'archived'
      ? [{ label: 'Restore as a draft', run: () => void setState(row, 'draft') }]
      : [
          ...(row.state === 'published'
            ? []
            : [{ label: 'Publish', run: () => void setState(row, 'published') }]),
          ...(row.state === 'draft'
            ? []
            : [{ label: 'Make it a draft', run: () => void setState(row, 'draft') }]),
          { label: 'Move to the archive', run: () => void setState(row, 'archived') },
        ]),
    { label: 'History', run: () => void navigate(`${toPublicationPath(row.id)}/history`) },
    ...(row.state === 'archived'
      ? [{ label: 'Delete permanently', run: () => setToDelete(row), danger: true }]
      : []),
  ]
  return (
    <>
      <Table
        stacked
        columns={[
          { label: 'Title', sort: sortBy('title') },
          'Type',
          'State',
          { label: 'Changed', sort: sortBy('updated') },
          { label: 'Actions', header: <span className="sr-only">Actions</span> },
        ]}
      >
        {rows.map((row) => (
          <TableRow key={row.id}>
            <TableCell label="Title">
              <div>
                {row.state === 'archived' ? (
                  row.title
                ) : (
                  <Link
                    to={toPublicationPath(row.id)}
                    className="inline-block min-h-6 font-semibold text-link hover:underline"
                  >
                    {row.title}
                  </Link>
                )}
                <span className="block text-muted text-sm">{row.path}</span>
              </div>
            </TableCell>
            <TableCell label="Type">{PUBLICATION_LABELS[row.type].label}</TableCell>
            <TableCell label="State">
              {row.state === 'published' ? (
                PUBLICATION_STATES.published
              ) : (
                <Badge>
                  {PUBLICATION_STATES[row.state]}
                  {row.publishOn && ` for ${formatDay(row.publishOn)}`}
                </Badge>
              )}
            </TableCell>
            <TableCell label="Changed">
              <time dateTime={row.updatedAt}>{formatDate(row.updatedAt)}</time>
            </TableCell>
            <TableCell>
              <ActionsMenu label={`Actions for ${row.title}`} actions={listActions(row)} />
            </TableCell>
          </TableRow>
        ))}
      </Table>
      {toDelete && (
        <ConfirmDialog
          title={`Delete ${toDelete.title} permanently?`}
          tone="danger"
          confirmLabel="Delete"
          onConfirm={async () => {
            await deletePublication(toDelete.id)
            onChanged()
          }}
          onClose={() => setToDelete(undefined)}
        >
          <p>Its earlier versions are deleted as well. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
