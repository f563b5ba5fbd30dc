import { generatePath, Link } from 'react-router'
import type { TemplateSummary } from '#contracts/catalogue/specification-template.ts'
import { formatCount } from '#contracts/format.ts'
import { KIND_LABELS, type Kind } from '#contracts/item/kind.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { isDefaultCategory } from '../form/category-field.tsx'

const COLUMNS = ['Category', { label: 'Items', align: 'end' as const }, 'Template']

/** The category of the items that have none, as in the forms. */
export const NO_CATEGORY = 'No category'

/** The categories of a kind, each with a link to its template. */
export function TemplateList({ kind, templates }: { kind: Kind; templates: TemplateSummary[] }) {
  if (templates.length === 0)
    return (
      <p className="px-6 py-12 text-center text-muted">
        {`There are no ${KIND_LABELS[kind].plural} yet. Templates are learned from them.`}
      </p>
    )
  return (
    <Table columns={COLUMNS}>
      {templates.map(({ category, origin, count }) => (
        <TableRow key={category}>
          <TableCell className="wrap-anywhere">
            <Link
              to={generatePath(ADMIN_PATHS.template, { kind, category })}
              className="inline-flex min-h-6 items-center text-link hover:underline"
            >
              {isDefaultCategory(kind, category) ? NO_CATEGORY : category}
            </Link>
          </TableCell>
          <TableCell className="text-right tabular-nums">{formatCount(count)}</TableCell>
          <TableCell>
            {origin === 'edited' ? <Badge>Edited</Badge> : <span className="text-muted">Learned</span>}
          </TableCell>
        </TableRow>
      ))}
    </Table>
  )
}
