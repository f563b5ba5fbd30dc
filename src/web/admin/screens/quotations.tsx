import { Download, Plus, SlidersHorizontal } from 'lucide-react'
import { Link } from 'react-router'
import { ADMIN_PATHS, toQuotationPath } from '../../lib/admin-paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PageHeader } from '../features/layout/page-header.tsx'
import { LinkedFilters } from '../features/quotations/linked-filters.tsx'
import { useQuotationFilters } from '../features/quotations/list-params.ts'
import { QuotationFilterFields, QuotationTable } from '../features/quotations/quotation-table.tsx'
import { can, useCurrentUser } from '../features/session/session.ts'

/** All quotations. The URL holds the filters, the order and the page. */
export default function Quotations() {
  const list = useQuotationFilters()
  const canEdit = can(useCurrentUser(), 'quotations.edit')
  return (
    <>
      <PageHeader title="Quotations">
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
      </PageHeader>
      <QuotationFilterFields list={list} />
      <LinkedFilters list={list} />
      <QuotationTable list={list} canEdit={canEdit} />
    </>
  )
}
