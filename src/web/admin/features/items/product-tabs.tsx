import { FileUp, LayoutGrid, Rows3, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { KINDS, type Kind } from '#contracts/item/kind.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { TAB_CLASS } from '../../../ui/tabs.tsx'
import { withParams } from '../../list/use-list-params.ts'
import { RequirePermission } from '../../session/require-permission.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { ITEM_LIST_CONFIGS } from './kind-config.ts'

/** The cards of each kind, each with a URL of its own. */
const CARD_PATHS: Record<Kind, string> = {
  machine: '/admin/products',
  spare: ADMIN_PATHS.spareParts,
  service: '/admin/products?tab=services',
}

interface ProductTabsProps {
  /** Undefined on the tab of all kinds. */
  kind: Kind | undefined
  view: 'cards' | 'table'
  /** Buttons before 'Featured Products'. */
  children?: ReactNode
  /** The export of the list. */
  exportMenu: ReactNode
}

/** Title and tabs of the screens of items: the kinds, as cards or as a table, and the table of all items ([LST-1]). */
export function ProductTabs({ kind, view, children, exportMenu }: ProductTabsProps) {
  const { search } = useLocation()
  /** The table of a kind: with the present search and filters, except the category; without them if it is open already. */
  const getTablePath = (tableKind: Kind | undefined) => {
    const present = new URLSearchParams(view === 'table' && tableKind !== kind ? search : '')
    const query = withParams(present, { kind: tableKind, category: undefined }).toString()
    return query ? `${ADMIN_PATHS.items}?${query}` : ADMIN_PATHS.items
  }
  return (
    <>
      <PageHeader title="Product Management" className="mb-2">
        {children}
        <RequirePermission permission="catalogue.edit">
          <Link to={ADMIN_PATHS.imports} className={buttonClass('outline', 'sm')}>
            <FileUp aria-hidden="true" size={16} /> Import
          </Link>
        </RequirePermission>
        <Link to={ADMIN_PATHS.featured} className={buttonClass('outline', 'sm')}>
          <Star aria-hidden="true" size={16} /> Featured Products
        </Link>
      </PageHeader>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 border-line-strong border-b">
        <div className="flex max-w-full overflow-x-auto">
          <nav aria-label="Type" className="flex">
            {KINDS.map((tabKind) => (
              <Tab
                key={tabKind}
                to={view === 'cards' ? CARD_PATHS[tabKind] : getTablePath(tabKind)}
                isCurrent={tabKind === kind}
              >
                {ITEM_LIST_CONFIGS[tabKind].tab}
              </Tab>
            ))}
          </nav>
          <nav aria-label="All items" className="flex">
            <Tab to={getTablePath(undefined)} isCurrent={kind === undefined}>
              All
            </Tab>
          </nav>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-1">
          {kind && (
            <nav aria-label="View" className="flex gap-1">
              <ViewLink to={CARD_PATHS[kind]} isCurrent={view === 'cards'}>
                <LayoutGrid aria-hidden="true" size={16} /> Cards
              </ViewLink>
              <ViewLink to={getTablePath(kind)} isCurrent={view === 'table'}>
                <Rows3 aria-hidden="true" size={16} /> Table
              </ViewLink>
            </nav>
          )}
          {exportMenu}
        </div>
      </div>
    </>
  )
}

interface TabProps {
  to: string
  isCurrent: boolean
  children: ReactNode
}

function Tab({ to, isCurrent, children }: TabProps) {
  return (
    <Link to={to} aria-current={isCurrent ? 'page' : undefined} className={TAB_CLASS}>
      {children}
    </Link>
  )
}

function ViewLink({ to, isCurrent, children }: TabProps) {
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'true' : undefined}
      className={buttonClass('ghost', 'sm', ' aria-[current]:bg-marine-soft')}
    >
      {children}
    </Link>
  )
}
