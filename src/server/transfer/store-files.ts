import type { Db } from '#server/database/db.ts'

/** Returns every picture, attachment and document with the names of its files. */
export async function listExpectedFiles(db: Db): Promise<{ id: string; names: string[] }[]> {
  const pictures = await db
    .selectFrom('media')
    .select(['id', 'widths_json', 'avif_at'])
    .orderBy('id')
    .execute()
  const attachments = await db.selectFrom('attachment').select('id').orderBy('id').execute()
  const documents = await db
    .selectFrom('item_document')
    .select('blob_id as id')
    .distinct()
    .orderBy('blob_id')
    .execute()
  const quotations = await db
    .selectFrom('quotation_document')
    .select('file_id as id')
    .orderBy('file_id')
    .execute()
  const ofPages = await db.selectFrom('site_file').select('id').orderBy('id').execute()
  const blobIds = new Set([...documents, ...quotations, ...ofPages].map(({ id }) => id))
  return [
    ...pictures.map((picture) => ({ id: picture.id, names: listPictureFiles(picture) })),
    ...attachments.map(({ id }) => ({ id: `attachments/${id}`, names: ['file'] })),
    ...[...blobIds].map((id) => ({ id: `documents/${id}`, names: ['file'] })),
  ]
}

function listPictureFiles({
  widths_json,
  avif_at,
}: {
  widths_json: string
  avif_at: string | null
}): string[] {
  const kinds = avif_at === null ? ['webp'] : ['webp', 'avif']
  const widths: number[] = JSON.parse(widths_json)
  return widths.flatMap((width) => kinds.map((kind) => `${width}.${kind}`))
}
