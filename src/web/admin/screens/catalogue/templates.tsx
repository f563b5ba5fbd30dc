import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { KIND_LABELS, KINDS } from '#contracts/item/kind.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { TAB_CLASS, Tabs } from '#web/ui/tabs.tsx'
import { TemplateList } from '../../features/items/specifications/template-list.tsx'
import { templatesQuery } from '../../features/items/specifications/template-queries.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { BackLink, PageHeader } from '../../shell/page-header.tsx'

/** The templates of specifications by category. */
export default function Templates() {
  const [params] = useSearchParams()
  const kind = KINDS.find((each) => each === params.get('kind')) ?? KINDS[0]
  return (
    <>
      <BackLink to={ADMIN_PATHS.items}>Back to products</BackLink>
      <PageHeader
        title="Specification templates"
        subtitle="New items of a category start with its specifications. Templates are learned from existing items until you edit them."
      />
      <Tabs label="Type">
        {KINDS.map((each) => (
          <Link
            key={each}
            to={`?kind=${each}`}
            aria-current={each === kind ? 'page' : undefined}
            className={TAB_CLASS}
          >
            {KIND_LABELS[each].pluralLabel}
          </Link>
        ))}
      </Tabs>
      <Loaded query={useQuery(templatesQuery(kind))} subject="The templates">
        {(templates) => (
          <section
            aria-label="Categories"
            className="min-w-0 max-w-224 rounded-lg border border-line bg-surface"
          >
            <TemplateList kind={kind} templates={templates} />
          </section>
        )}
      </Loaded>
    </>
  )
}
