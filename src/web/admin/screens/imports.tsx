import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Images } from 'lucide-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ADMIN_PATHS } from '../../lib/admin-paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { EmptyImportList, ImportList, NoImportPermission } from '../features/imports/import-list.tsx'
import { getImportUrl, importQuery, importsQuery, PAGE_SIZE } from '../features/imports/requests.ts'
import { UploadPanel } from '../features/imports/upload-panel.tsx'
import { useTitleFocus } from '../features/imports/use-title-focus.ts'
import { LoadError } from '../features/layout/load-error.tsx'
import { BackLink, PageHeader } from '../features/layout/page-header.tsx'
import { Pager } from '../features/layout/pager.tsx'
import { parsePage } from '../features/layout/use-list-params.ts'
import { RequirePermission } from '../features/session/require-permission.tsx'

/** The import of items from Excel and CSV files: a file to choose, and earlier imports. */
export default function Imports() {
  useTitleFocus()
  return (
    <>
      <BackLink to={ADMIN_PATHS.items}>Back to products</BackLink>
      <PageHeader title="Import" subtitle="Add and change many items at once from an Excel or CSV file">
        <RequirePermission permission="catalogue.edit">
          <Link to={ADMIN_PATHS.pictureFolders} className={buttonClass('outline', 'sm')}>
            <Images aria-hidden="true" size={16} /> Picture folder
          </Link>
        </RequirePermission>
      </PageHeader>
      <RequirePermission permission="catalogue.edit" fallback={<NoImportPermission />}>
        <Upload />
        <EarlierImports />
      </RequirePermission>
    </>
  )
}

function Upload() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <UploadPanel
      onUploaded={(created) => {
        client.setQueryData(importQuery(created.id).queryKey, created)
        void navigate(getImportUrl(created.id))
      }}
    />
  )
}

function EarlierImports() {
  const [searchParams] = useSearchParams()
  const imports = useQuery(importsQuery(searchParams))
  return (
    <section aria-labelledby="earlier-imports">
      <h2 id="earlier-imports" className="mb-3 text-brand leading-[1.2]">
        Earlier imports
      </h2>
      <div className="min-w-0 rounded-lg border border-line bg-surface">
        {imports.isPending ? (
          <Spinner label="Loading..." />
        ) : imports.isError ? (
          <LoadError subject="The list" error={imports.error} onRetry={imports.refetch} />
        ) : imports.data.items.length > 0 ? (
          <ImportList imports={imports.data.items} />
        ) : imports.data.total > 0 ? (
          <p className="px-6 py-12 text-center text-muted">This page does not exist.</p>
        ) : (
          <EmptyImportList />
        )}
      </div>
      {imports.data && imports.data.total > 0 && (
        <Pager
          page={parsePage(searchParams)}
          size={PAGE_SIZE}
          total={imports.data.total}
          itemLabel="imports"
          labels={['Newer', 'Older']}
        />
      )}
    </section>
  )
}
