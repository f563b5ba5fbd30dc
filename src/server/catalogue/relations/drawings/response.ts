import type { Drawing } from '#contracts/files/drawing.ts'
import type { ItemState } from '#contracts/item/state.ts'
import type { ItemDeps } from '../../items/deps.ts'
import { toRelatedItems } from '../related-items.ts'
import { listAssemblyParts } from '../store.ts'
import { listDrawings, type StoredDrawing } from './store.ts'

type DrawingDeps = Pick<ItemDeps, 'db' | 'media'>

/** Returns the drawings of a machine with the parts of their assemblies. */
export async function getDrawings(
  deps: DrawingDeps,
  origin: string,
  rowId: number,
  states: readonly ItemState[],
): Promise<Drawing[]> {
  const drawings = await listDrawings(deps.db, rowId)
  return Promise.all(drawings.map((drawing) => toDrawingResponse(deps, origin, { rowId, drawing, states })))
}

/** Converts a drawing to the response. */
export async function toDrawingResponse(
  deps: DrawingDeps,
  origin: string,
  { rowId, drawing, states }: { rowId: number; drawing: StoredDrawing; states: readonly ItemState[] },
): Promise<Drawing> {
  const { id, revision, assembly, picture, hotspots } = drawing
  const pictures = await deps.media.describe([picture], origin)
  const parts = await listAssemblyParts(deps.db, rowId, { assembly, states })
  return {
    ...{ id, revision, assembly, hotspots },
    picture: pictures.get(picture) ?? null,
    parts: await toRelatedItems(deps, origin, parts),
  }
}
