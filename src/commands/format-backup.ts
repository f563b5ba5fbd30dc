import { type Manifest, toEntryPath } from '#server/backup/archive/manifest.ts'

/** 'As of …: … items, … enquiries', and a second line about missing pictures. */
export function formatBackupSummary({ madeAt, database, media }: Manifest): string {
  const { item = 0, enquiry = 0, media: pictures = 0, attachment = 0 } = database.rows
  const { item_document = 0, quotation_document = 0, site_file = 0 } = database.rows
  const documents = item_document + quotation_document + site_file
  const summary = `As of ${madeAt}: ${item} items, ${enquiry} enquiries, ${pictures} pictures, ${documents} documents and ${attachment} attachments in ${media.files} files.`
  const [missing] = media.missing
  if (missing === undefined) return summary
  return `${summary}
Warning: ${media.missing.length} files were already missing on the site, for example ${toEntryPath(missing)}.`
}
