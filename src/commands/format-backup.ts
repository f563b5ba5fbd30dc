import type { Manifest } from '#server/backup/manifest.ts'

/** 'As of …: … items, … enquiries', and a second line about missing pictures. */
export function formatBackupSummary({ madeAt, database, media }: Manifest): string {
  const { item = 0, enquiry = 0, media: pictures = 0 } = database.rows
  const summary = `As of ${madeAt}: ${item} items, ${enquiry} enquiries, ${pictures} pictures in ${media.files} files.`
  if (media.missing.length === 0) return summary
  return `${summary}
Warning: ${media.missing.length} picture files were already missing on the site, for example media/${media.missing[0]}.`
}
