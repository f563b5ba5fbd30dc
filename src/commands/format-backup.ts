import type { Manifest } from '#server/backup/manifest.ts'

/** 'As of …: … items, … enquiries', with a second line when pictures were lost already. */
export function formatBackupSummary({ madeAt, database, media }: Manifest): string {
  const { item = 0, enquiry = 0, media: pictures = 0 } = database.rows
  const summary = `As of ${madeAt}: ${item} items, ${enquiry} enquiries, ${pictures} pictures in ${media.files} files.`
  if (media.missing.length === 0) return summary
  return `${summary}
Attention: ${media.missing.length} files of pictures were missing on the site already, the first of them media/${media.missing[0]}.`
}
