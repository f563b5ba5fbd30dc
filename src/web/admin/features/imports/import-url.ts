import { generatePath } from 'react-router'
import { ADMIN_PATHS } from '#web/lib/admin-paths.ts'

/** The URL of the screen of an import. */
export const getImportUrl = (importId: string): string =>
  generatePath(ADMIN_PATHS.importDetails, { importId })

/** The id of the part of the screen with the rows, to which links with a filter scroll. */
export const ROWS_SECTION_ID = 'import-rows'

/** A link to the rows of a filter, from elsewhere on the screen. */
export const getRowsLink = (filter: Record<string, string>): string =>
  `?${new URLSearchParams(filter)}#${ROWS_SECTION_ID}`
