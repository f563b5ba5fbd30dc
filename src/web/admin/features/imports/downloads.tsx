import { Download } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'
import { getImportPath } from './queries.ts'

/** The present catalogue as a workbook: the best template of an import. */
export const CatalogueDownload = ({ className = buttonClass('link', 'sm') }: { className?: string }) => (
  <a href="/api/items/export?format=xlsx" download className={className}>
    <Download aria-hidden="true" size={16} /> Download your catalogue as Excel
  </a>
)

/** The imported workbook with the refused cells marked and commented. */
export const MarkedFileDownload = ({ id }: { id: string }) => (
  <a
    href={`${getImportPath(id)}/marked-file`}
    download
    className={buttonClass('outline', 'sm', ' whitespace-normal')}
  >
    <Download aria-hidden="true" size={16} /> Download the file with these cells marked
  </a>
)
