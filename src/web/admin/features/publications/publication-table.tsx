import { useState } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#contracts/format.ts'
import { PUBLICATION_LABELS, PUBLICATION_STATES } from '#contracts/publication/fields.ts'
import type { PublicationRow } from '#contracts/publication/publication.ts'
import { toPublicationPath } from '#web/lib/navigation/admin-paths.ts'
import { showToast } from '#web/lib/toast.ts'
import { type Action, ActionsMenu } from '#web/ui/actions-menu.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { type ColumnSort, Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { ConfirmDialog } from '../../editing/form-dialog.tsx'
import { showErrorToast } from '../../shell/error-toast.ts'
import { archivePublication, deletePublication } from './requests.ts'

interface PublicationTableProps {
  rows: PublicationRow[]
  sortBy: (column: 'title' | 'updated') => ColumnSort
  /** Called after a change of the list. */
  onChanged: () => void
}

/** The list of pages and articles; below 1024 px each row is a card. */
export function PublicationTable({ rows, sortBy, onChanged }: PublicationTableProps) {
  const [toDelete, setToDelete] = useState<PublicationRow>()
  const archive = async (row: PublicationRow, archived: boolean) => {
    try {
      const { revision } = await archivePublication(row, archived)
      const undo = () => void archive({ ...row, revision }, !archived)
      showToast({
        title: archived ? 'Moved to the archive' : 'Restored as a draft',
        description: row.title,
        action: { label: 'Undo', run: undo },
      })
    } catch (error) {
      showErrorToast(error as Error)
    }
    onChanged()
  }
  const listActions = (row: PublicationRow): Action[] =>
    row.state === 'archived'
      ? [
          { label: 'Restore as a draft', run: () => void archive(row, false) },
          { label: 'Delete permanently', run: () => setToDelete(row), danger: true },
        ]
      : [{ label: 'Move to the archive', run: () => void archive(row, true) }]
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
            </TableCell>
            <TableCell label="Type">{PUBLICATION_LABELS[row.type].label}</TableCell>
            <TableCell label="State">
              {row.state === 'published' ? (
                PUBLICATION_STATES.published
              ) : (
                <Badge>{PUBLICATION_STATES[row.state]}</Badge>
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
