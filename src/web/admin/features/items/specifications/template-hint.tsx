import { Plus } from 'lucide-react'
import { generatePath, Link } from 'react-router'
import type { SpecificationTemplate } from '#contracts/catalogue/specification-template.ts'
import { KIND_LABELS } from '#contracts/item/kind.ts'
import { LIMITS } from '#contracts/limits.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { Button } from '#web/ui/button.tsx'
import { isDefaultCategory } from '../form/category-field.tsx'
import type { SpecificationRow } from '../form/item-form-values.ts'
import { type ItemFormState, useItemValue } from '../form/use-item-form.ts'
import { addTemplateRows, listMissing } from './template-rows.ts'
import { useTemplate } from './use-template.ts'

/** Names that are shown as buttons; 'Add all' adds the others as well. */
const MAX_SHOWN = 8

/** The specifications of the category's template that the item lacks, each with a click to add it. */
export function TemplateHint({ form }: { form: ItemFormState }) {
  const { kind } = form
  const template = useTemplate(form)
  const present = useItemValue('rows')
  if (!template || template.rows.length === 0) return null
  const room = LIMITS.specifications - present.filter(({ key }) => key.trim()).length
  const missing = listMissing(present, template).slice(0, room)
  const { category } = template
  const group = isDefaultCategory(kind, category) ? KIND_LABELS[kind].plural : category
  const add = (rows: SpecificationTemplate['rows']) =>
    form.document.changeField('rows', (before: SpecificationRow[]) => addTemplateRows(before, rows))
  return (
    <section aria-label="Specification template" className="mt-4 border-line border-t pt-3 text-sm">
      {missing.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2">
          <p className="text-muted">
            {form.id === undefined ? `Usual for ${group}:` : `Missing, compared with other ${group}:`}
          </p>
          {missing.slice(0, MAX_SHOWN).map((row) => (
            <Button
              key={row.name}
              variant="outline"
              size="sm"
              aria-label={`${row.name}: add`}
              onClick={() => add([row])}
            >
              <Plus aria-hidden="true" size={14} /> {row.name}
            </Button>
          ))}
          {missing.length > 1 && (
            <Button variant="link" size="sm" onClick={() => add(missing)}>
              {`Add all ${missing.length}`}
            </Button>
          )}
        </div>
      ) : (
        <p className="text-muted">{`Has the usual specifications of ${group}. Rows without a value are not saved.`}</p>
      )}
      <Link
        to={generatePath(ADMIN_PATHS.template, { kind, category })}
        className="mt-1 inline-flex min-h-6 items-center text-link hover:underline"
      >
        Edit the template
      </Link>
    </section>
  )
}
