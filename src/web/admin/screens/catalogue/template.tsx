import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { KIND_LABELS, KINDS } from '#contracts/item/kind.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { isDefaultCategory } from '../../features/items/form/category-field.tsx'
import { TemplateForm } from '../../features/items/specifications/template-form.tsx'
import { NO_CATEGORY } from '../../features/items/specifications/template-list.tsx'
import { editedTemplateQuery } from '../../features/items/specifications/template-queries.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { BackLink, PageHeader } from '../../shell/page-header.tsx'

/** The template of one category, to be edited or learned again. */
export default function Template() {
  const params = useParams()
  const kind = KINDS.find((each) => each === params.kind) ?? KINDS[0]
  const category = params.category ?? ''
  const query = useQuery(editedTemplateQuery(kind, category))
  return (
    <>
      <BackLink to={`${ADMIN_PATHS.templates}?kind=${kind}`}>Specification templates</BackLink>
      <PageHeader
        title={isDefaultCategory(kind, category) ? NO_CATEGORY : category}
        subtitle={`Specification template of ${KIND_LABELS[kind].plural}`}
      />
      <Loaded query={query} subject="The template">
        {(data) => <TemplateForm key={`${kind}/${data.category}`} template={data} />}
      </Loaded>
    </>
  )
}
