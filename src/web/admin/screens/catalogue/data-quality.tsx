import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Finding, FindingPage } from '#contracts/bulk-data/quality.ts'
import { FINDING_TYPE_LABELS, FINDING_TYPES } from '#contracts/bulk-data/quality-types.ts'
import { formatCount } from '#contracts/format.ts'
import { KIND_LABELS, KINDS } from '#contracts/item/kind.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { TAB_CLASS, Tabs } from '#web/ui/tabs.tsx'
import { toReturnState } from '../../features/items/return-path.ts'
import { DismissDialog } from '../../features/quality/dismiss-dialog.tsx'
import { DismissalList } from '../../features/quality/dismissal-list.tsx'
import { FindingCard } from '../../features/quality/finding-card.tsx'
import { FixDialog } from '../../features/quality/fix-dialog.tsx'
import { dismissalsQuery, findingsQuery } from '../../features/quality/queries.ts'
import { FilterSelect, ListScreen } from '../../list/list-screen.tsx'
import { type List, useList } from '../../list/use-list.ts'
import { can, useCurrentUser } from '../../session/session.ts'
import { PageHeader } from '../../shell/page-header.tsx'
import { PermittedScreen } from '../../shell/permitted-screen.tsx'

const DISMISSED = 'dismissed'
const FINDING_LIST = { filters: { type: FINDING_TYPES, kind: KINDS }, pageSize: 20 } as const
const DISMISSAL_LIST = { filters: {}, pageSize: 20 } as const
const KIND_NAMES = Object.fromEntries(KINDS.map((kind) => [kind, KIND_LABELS[kind].pluralLabel]))

/** What is probably wrong with items: similar names, units, values, duplicates and what is missing. */
export default function DataQuality() {
  return (
    <PermittedScreen permission="catalogue.read" title="Data quality" action="see products">
      <Report />
    </PermittedScreen>
  )
}

function Report() {
  const list = useList(FINDING_LIST)
  const isDismissed = list.params.get('list') === DISMISSED
  const query = useQuery(findingsQuery(isDismissed ? '' : list.query))
  const { counts, items, dismissed } = query.data ?? {}
  const openCount = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <PageHeader
        title="Data quality"
        subtitle={items === undefined ? 'All items are checked' : `${formatCount(items)} items checked`}
      >
        <Link to={ADMIN_PATHS.templates} className={buttonClass('outline', 'sm')}>
          Specification templates
        </Link>
      </PageHeader>
      <Tabs label="Findings">
        <Link to="?" aria-current={isDismissed ? undefined : 'page'} className={TAB_CLASS}>
          Findings <span className="text-muted">{openCount !== undefined && formatCount(openCount)}</span>
        </Link>
        <Link to={`?list=${DISMISSED}`} aria-current={isDismissed ? 'page' : undefined} className={TAB_CLASS}>
          Dismissed <span className="text-muted">{dismissed !== undefined && formatCount(dismissed)}</span>
        </Link>
      </Tabs>
      {isDismissed ? <Dismissed /> : <Findings list={list} query={query} />}
    </>
  )
}

interface FindingsProps {
  list: List
  query: UseQueryResult<FindingPage>
}

function Findings({ list, query }: FindingsProps) {
  const location = useLocation()
  const canEdit = can(useCurrentUser(), 'catalogue.edit')
  const [fixed, setFixed] = useState<Finding>()
  const [dismissed, setDismissed] = useState<Finding>()
  const counts = query.data?.counts
  const typeLabels = FINDING_TYPES.map((type) => [
    type,
    FINDING_TYPE_LABELS[type] + (counts ? ` (${formatCount(counts[type])})` : ''),
  ])
  return (
    <>
      <ListScreen
        list={list}
        filters={
          <>
            <FilterSelect
              list={list}
              name="type"
              label="Problem"
              all="All problems"
              options={Object.fromEntries(typeLabels)}
            />
            <FilterSelect list={list} name="kind" label="Type" all="All types" options={KIND_NAMES} />
          </>
        }
        query={query}
        getRows={({ findings }) => findings}
        subject="The findings"
        noun="finding"
        loadingLabel="Checking all items..."
        noResults="No findings of this kind."
        empty={
          <p>
            {query.data?.items === 0
              ? 'There are no items to check yet.'
              : 'Nothing is wrong. Similar names, different units, unusual values, duplicates and missing information are listed here.'}
          </p>
        }
        isBoxed={false}
      >
        {(findings) => (
          <ul className="grid gap-4">
            {findings.map((finding) => (
              <FindingCard
                key={finding.key}
                finding={finding}
                canEdit={canEdit}
                formState={toReturnState(location)}
                onFix={() => setFixed(finding)}
                onDismiss={() => setDismissed(finding)}
              />
            ))}
          </ul>
        )}
      </ListScreen>
      {fixed && <FixDialog finding={fixed} onClose={() => setFixed(undefined)} />}
      {dismissed && <DismissDialog finding={dismissed} onClose={() => setDismissed(undefined)} />}
    </>
  )
}

function Dismissed() {
  const list = useList(DISMISSAL_LIST)
  const canEdit = can(useCurrentUser(), 'catalogue.edit')
  return (
    <ListScreen
      list={list}
      query={useQuery(dismissalsQuery(list.query))}
      getRows={({ items }) => items}
      subject="The dismissed findings"
      noun="dismissed finding"
      empty={<p>No finding was dismissed.</p>}
      isBoxed={false}
    >
      {(dismissals) => <DismissalList dismissals={dismissals} canEdit={canEdit} />}
    </ListScreen>
  )
}
