import type { Hotspot } from '#contracts/files/drawing.ts'
import type { Db, Tx } from '#server/database/db.ts'
import type { Tables } from '#server/database/tables.ts'
import { newId } from '#server/kernel/ids.ts'

export interface StoredDrawing {
  id: string
  revision: number
  assembly: string
  /** A media id. */
  picture: string
  hotspots: Hotspot[]
}

/** Returns the drawings of an item in the order of their assemblies. */
export async function listDrawings(db: Db, rowId: number): Promise<StoredDrawing[]> {
  const rows = await db
    .selectFrom('assembly_drawing')
    .selectAll()
    .where('item_row_id', '=', rowId)
    .orderBy('assembly')
    .execute()
  return rows.map(toDrawing)
}

const toDrawing = ({ id, revision, assembly, picture, hotspots_json }: Tables['assembly_drawing']) => ({
  ...{ id, revision, assembly, picture },
  hotspots: JSON.parse(hotspots_json) as Hotspot[],
})

/** Stores a new drawing and returns it. */
export async function insertDrawing(
  tx: Tx,
  rowId: number,
  drawing: Omit<StoredDrawing, 'id' | 'revision'>,
  at: string,
): Promise<StoredDrawing> {
  const stored = { ...drawing, id: newId(), revision: 1 }
  await tx
    .insertInto('assembly_drawing')
    .values({
      ...{ id: stored.id, item_row_id: rowId, revision: 1, updated_at: at },
      ...{ assembly: drawing.assembly, picture: drawing.picture },
      hotspots_json: JSON.stringify(drawing.hotspots),
    })
    .execute()
  return stored
}

/** Changes assembly, points or picture of a drawing. */
export async function updateDrawing(
  tx: Tx,
  id: string,
  { hotspots, ...changes }: Partial<Omit<StoredDrawing, 'id' | 'revision'>>,
  at: string,
): Promise<void> {
  await tx
    .updateTable('assembly_drawing')
    .set({
      ...changes,
      ...(hotspots && { hotspots_json: JSON.stringify(hotspots) }),
      updated_at: at,
    })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteDrawing(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('assembly_drawing').where('id', '=', id).execute()
}
