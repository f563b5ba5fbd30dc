import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { formatCount } from '#contracts/format.ts'
import { KIND_LABELS, KINDS } from '#contracts/kind.ts'
import type { Finding, FindingPage } from '#contracts/quality.ts'
import { FINDING_TYPE_LABELS, FINDING_TYPES } from '#contracts/quality-types.ts'
import { ADMIN_PATHS } from '#web/lib/admin-paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TAB_CLASS, Tabs } from '#web/ui/tabs.tsx'
import { toReturnState } from '../features/items/return-path.ts'
import { LoadError } from '../features/layout/load-error.tsx'
import { PageHeader } from '../features/layout/page-header.tsx'
import { Pager } from '../features/layout/pager.tsx'
import { type ListParamChanges, parsePage, useListParams } from '../features/layout/use-list-params.ts'
import { DismissDialog } from '../features/quality/dismiss-dialog.tsx'
import { DismissalList } from '../features/quality/dismissal-list.tsx'
import { FindingCard } from '../features/quality/finding-card.tsx'
import { FixDialog } from '../features/quality/fix-dialog.tsx'
import { dismissalsQuery, findingsQuery, PAGE_SIZE } from '../features/quality/queries.ts'
import { RequirePermission } from '../features/session/require-permission.tsx'
import { can, useCurrentUser } from '../features/session/session.ts'

const DISMISSED = 'dismissed'

/** What is probably wrong with items: similar names, units, values, duplicates and what is missing. */
export default function DataQuality() {
  return (
    <RequirePermission
      permission="catalogue.read"
      fallback={
        <>
          <PageHeader title="Data quality" />
          <p>You don't have permission to see products. Ask an owner.</p>
        </>
      }
    >
      <Report />
    </RequirePermission>
  )
}

function Report() {
  const [params, changeParams] = useListParams()
  const isDismissed = params.get('list') === DISMISSED
  const page = parsePage(params)
  const type = FINDING_TYPES.find((each) => each === params.get('type'))
  const kind = KINDS.find((each) => each === params.get('kind'))
  const findings = useQuery(
    findingsQuery({ ...(type && { type }), ...(kind && { kind }) }, isDismissed ? 1 : page),
  )
  const counts = findings.data?.counts
  const openCount = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <PageHeader
        title="Data quality"
        subtitle={
          findings.data ? `${formatCount(findings.data.items)} items checked` : 'All items are checked'
        }
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
          Dismissed{' '}
          <span className="text-muted">{findings.data && formatCount(findings.data.dismissed)}</span>
        </Link>
      </Tabs>
      {isDismissed ? (
        <Dismissed page={page} />
      ) : (
        <>
          <Filters type={type ?? ''} kind={kind ?? ''} counts={counts} onChange={changeParams} />
          {findings.isPending ? (
            <Spinner label="Checking all items..." />
          ) : findings.isError ? (
            <LoadError subject="The findings" error={findings.error} onRetry={findings.refetch} />
          ) : (
            <>
              <FindingList data={findings.data} isFiltered={Boolean(type || kind)} page={page} />
              {findings.data.total > 0 && (
                <Pager page={page} size={PAGE_SIZE} total={findings.data.total} itemLabel="findings" />
              )}
            </>
          )}
        </>
      )}
    </>
  )
}

interface FiltersProps {
  type: string
  kind: string
  counts: FindingPage['counts'] | undefined
  onChange: (changes: ListParamChanges) => void
}

function Filters({ type, kind, counts, onChange }: FiltersProps) {
  return (
    <div className="mb-4 grid max-w-160 grid-cols-1 gap-3 sm:grid-cols-2">
      <Select label="Problem" value={type} onChange={({ target }) => onChange({ type: target.value })}>
        <option value="">All problems</option>
        {FINDING_TYPES.map((each) => (
          <option key={each} value={each}>
            {counts
              ? `${FINDING_TYPE_LABELS[each]} (${formatCount(counts[each])})`
              : FINDING_TYPE_LABELS[each]}
          </option>
        ))}
      </Select>
      <Select label="Type" value={kind} onChange={({ target }) => onChange({ kind: target.value })}>
        <option value="">All types</option>
        {KINDS.map((each) => (
          <option key={each} value={each}>
            {KIND_LABELS[each].pluralLabel}
          </option>
        ))}
      </Select>
    </div>
  )
}

interface FindingListProps {
  data: FindingPage
  isFiltered: boolean
  page: number
}

function FindingList({ data, isFiltered, page }: FindingListProps) {
  const location = useLocation()
  const canEdit = can(useCurrentUser(), 'catalogue.edit')
  const [fixed, setFixed] = useState<Finding>()
  const [dismissed, setDismissed] = useState<Finding>()
  return (
    <>
      {data.findings.length === 0 ? (
        <EmptyList
          text={
            page > 1 && data.total > 0
              ? 'This page does not exist.'
              : isFiltered
                ? 'No findings of this kind.'
                : data.items === 0
                  ? 'There are no items to check yet.'
                  : 'Nothing is wrong. Similar names, different units, unusual values, duplicates and missing information are listed here.'
          }
        />
      ) : (
        <ul className="grid gap-4">
          {data.findings.map((finding) => (
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
      {fixed && <FixDialog finding={fixed} onClose={() => setFixed(undefined)} />}
      {dismissed && <DismissDialog finding={dismissed} onClose={() => setDismissed(undefined)} />}
    </>
  )
}

function Dismissed({ page }: { page: number }) {
  const canEdit = can(useCurrentUser(), 'catalogue.edit')
  const { data, error, isPending, refetch } = useQuery(dismissalsQuery(page))
  if (isPending) return <Spinner label="Loading..." />
  if (error) return <LoadError subject="The dismissed findings" error={error} onRetry={refetch} />
  if (data.items.length === 0)
    return <EmptyList text={data.total > 0 ? 'This page does not exist.' : 'No finding was dismissed.'} />
  return (
    <>
      <DismissalList dismissals={data.items} canEdit={canEdit} />
      <Pager page={page} size={PAGE_SIZE} total={data.total} itemLabel="dismissed findings" />
    </>
  )
}

function EmptyList({ text }: { text: string }) {
  return (
    <Panel>
      <p className="py-12 text-center text-muted">{text}</p>
    </Panel>
  )
}
