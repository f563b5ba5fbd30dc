import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, Plus, SlidersHorizontal } from 'lucide-react'
import { Link } from 'react-router'
import { QUOTATION_SORT_LABELS } from '#contracts/catalogue/sort.ts'
import { ADMIN_PATHS, toQuotationPath } from '#web/lib/navigation/admin-paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { describeLinkedFilters } from '../../features/quotations/list/linked-filters.ts'
import {
  LINKED_FILTER_NAMES,
  QUOTATION_LIST,
  STATE_FILTER_LABELS,
} from '../../features/quotations/list/list-params.ts'
import { QuotationTable } from '../../features/quotations/list/quotation-table.tsx'
import { quotationsQuery } from '../../features/quotations/requests.ts'
import { FilterSelect, ListScreen } from '../../list/list-screen.tsx'
import { OwnerFilter } from '../../list/owner-filter.tsx'
import { useList } from '../../list/use-list.ts'
import { can, useCurrentUser } from '../../session/session.ts'

/** All quotations. */
export default function Quotations() {
  const list = useList(QUOTATION_LIST)
  const canEdit = can(useCurrentUser(), 'quotations.edit')
  const query = useQuery({ ...quotationsQuery(list.query), placeholderData: keepPreviousData })
  return (
    <ListScreen
      list={list}
      title="Quotations"
      actions={
        <>
          <a
            href={`/api/quotations/export${list.filterQuery && `?${list.filterQuery}`}`}
            className={buttonClass('outline')}
            download
          >
            <Download aria-hidden="true" size={18} /> Export
          </a>
          <Link to={ADMIN_PATHS.quotationSettings} className={buttonClass('outline')}>
            <SlidersHorizontal aria-hidden="true" size={18} /> Settings
          </Link>
          {canEdit && (
            <Link to={toQuotationPath('new')} className={buttonClass('default')}>
              <Plus aria-hidden="true" size={20} /> New quotation
            </Link>
          )}
        </>
      }
      search={{ placeholder: 'Number, buyer, subject, code' }}
      filters={
        <>
          <FilterSelect list={list} name="state" label="State" all="All" options={STATE_FILTER_LABELS} />
          <OwnerFilter list={list} />
        </>
      }
      sortLabels={QUOTATION_SORT_LABELS}
      linkedFilters={{ texts: describeLinkedFilters(list.filters), names: LINKED_FILTER_NAMES }}
      query={query}
      getRows={({ items }) => items}
      subject="The quotations"
      noun="quotation"
      empty={
        <>
          <p>No quotations yet.</p>
          <p>Prepare one from an enquiry or a customer, or begin with an empty one.</p>
          {canEdit && (
            <Link to={toQuotationPath('new')} className={buttonClass('outline', 'sm')}>
              <Plus aria-hidden="true" size={18} /> New quotation
            </Link>
          )}
        </>
      }
    >
      {(quotations) => <QuotationTable quotations={quotations} sortBy={list.sortBy} />}
    </ListScreen>
  )
}
