import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Images } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyImportList, ImportList } from '../../features/imports/import-list.tsx'
import { getImportUrl, importQuery, importsQuery } from '../../features/imports/requests.ts'
import { UploadPanel } from '../../features/imports/upload-panel.tsx'
import { useTitleFocus } from '../../features/imports/use-title-focus.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { useList } from '../../list/use-list.ts'
import { BackLink, PageHeader } from '../../shell/page-header.tsx'
import { PermittedScreen } from '../../shell/permitted-screen.tsx'

const TITLE = 'Import'

/** The import of items from Excel and CSV files: a file to choose, and earlier imports. */
export default function Imports() {
  useTitleFocus()
  return (
    <PermittedScreen permission="catalogue.edit" title={TITLE} action="import items">
      <BackLink to={ADMIN_PATHS.items}>Back to products</BackLink>
      <PageHeader title={TITLE} subtitle="Add and change many items at once from an Excel or CSV file">
        <Link to={ADMIN_PATHS.pictureFolders} className={buttonClass('outline', 'sm')}>
          <Images aria-hidden="true" size={16} /> Picture folder
        </Link>
      </PageHeader>
      <Upload />
      <EarlierImports />
    </PermittedScreen>
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

const IMPORT_LIST = { filters: {} } as const

function EarlierImports() {
  const list = useList(IMPORT_LIST)
  return (
    <section aria-labelledby="earlier-imports">
      <h2 id="earlier-imports" className="mb-3 text-brand leading-[1.2]">
        Earlier imports
      </h2>
      <ListScreen
        list={list}
        query={useQuery(importsQuery(list.query))}
        getRows={({ items }) => items}
        subject="The list"
        noun="import"
        pagerLabels={['Newer', 'Older']}
        empty={<EmptyImportList />}
      >
        {(imports) => <ImportList imports={imports} />}
      </ListScreen>
    </section>
  )
}
