import type { DrawingChange } from '#contracts/files/drawing.ts'
import { DRAWING_LIMITS } from '#contracts/files/drawing-limits.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inContentTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import type { UploadedFile } from '#server/kernel/http/multipart.ts'
import { badRequest, conflict, notFound } from '#server/kernel/http/problem.ts'
import type { ItemDeps } from '../../items/deps.ts'
import { EDITABLE_STATES, getItemOrThrow, type StoredItem } from '../../items/store.ts'
import { getRowId } from '../store.ts'
import { deleteDrawing, insertDrawing, listDrawings, type StoredDrawing, updateDrawing } from './store.ts'

interface Target {
  actor: Actor
  /** The id of the machine. */
  id: string
}

/** A drawing with the internal key of its machine. */
export interface DrawingOfMachine {
  rowId: number
  drawing: StoredDrawing
}

/** Adds a drawing of an assembly. Throws 404, 400 for other items and too many drawings, 409 if the assembly has one. */
export async function addDrawing(
  deps: ItemDeps,
  { actor, id, assembly, file }: Target & { assembly: string; file: UploadedFile },
): Promise<DrawingOfMachine> {
  await getRoom(deps.db, id, assembly)
  const pictures = await deps.media.upload([file])
  return inContentTransaction(deps, async (tx) => {
    await pictures.saveRecords(tx)
    const { machine, rowId } = await getRoom(tx, id, assembly)
    const [picture] = pictures.ids
    const at = toIso(deps.clock())
    const drawing = await insertDrawing(tx, rowId, { assembly, picture: picture!, hotspots: [] }, at)
    await audit(tx, { actor, at, machine }, `Assembly drawing added: ${assembly}`)
    return { rowId, drawing }
  })
}

async function getRoom(db: Db, id: string, assembly: string) {
  const machine = await getItemOrThrow(db, { key: id }, EDITABLE_STATES)
  if (machine.kind !== 'machine') throw badRequest('Only machines have assembly drawings.')
  const rowId = await getRowId(db, machine.id)
  const drawings = await listDrawings(db, rowId)
  if (drawings.length >= DRAWING_LIMITS.perItem)
    throw badRequest(`A machine can have at most ${DRAWING_LIMITS.perItem} assembly drawings.`)
  assertNoDrawing(drawings, assembly)
  return { machine, rowId }
}

function assertNoDrawing(drawings: StoredDrawing[], assembly: string): void {
  if (drawings.some((other) => other.assembly === assembly))
    throw conflict('drawing-exists', `The assembly ${assembly} already has a drawing.`)
}

/**
 * Changes assembly and points of a drawing. Throws 404, and 409 if it
 * was changed meanwhile.
 */
export function changeDrawing(
  deps: ItemDeps,
  { actor, id, drawingId, assembly, hotspots, revision }: Target & DrawingChange & { drawingId: string },
): Promise<DrawingOfMachine> {
  return inContentTransaction(deps, async (tx) => {
    const { machine, rowId, drawing, others } = await getDrawing(tx, id, drawingId)
    if (revision !== drawing.revision)
      throw conflict('changed-meanwhile', 'Someone else changed this drawing while you were working on it.')
    assertNoDrawing(others, assembly)
    const at = toIso(deps.clock())
    await updateDrawing(tx, drawing.id, { assembly, hotspots }, at)
    await audit(tx, { actor, at, machine }, `Assembly drawing changed: ${assembly}`)
    return { rowId, drawing: { ...drawing, assembly, hotspots, revision: revision + 1 } }
  })
}

/** Replaces the picture of a drawing; its points stay. Throws 404. */
export async function replacePicture(
  deps: ItemDeps,
  { actor, id, drawingId, file }: Target & { drawingId: string; file: UploadedFile },
): Promise<DrawingOfMachine> {
  await getDrawing(deps.db, id, drawingId)
  const pictures = await deps.media.upload([file])
  return inContentTransaction(deps, async (tx) => {
    await pictures.saveRecords(tx)
    const { machine, rowId, drawing } = await getDrawing(tx, id, drawingId)
    const picture = pictures.ids[0]!
    const at = toIso(deps.clock())
    await updateDrawing(tx, drawing.id, { picture }, at)
    await audit(tx, { actor, at, machine }, `Picture of an assembly drawing replaced: ${drawing.assembly}`)
    return { rowId, drawing: { ...drawing, picture, revision: drawing.revision + 1 } }
  })
}

/** Deletes a drawing. Throws 404. */
export function removeDrawing(
  deps: ItemDeps,
  { actor, id, drawingId }: Target & { drawingId: string },
): Promise<void> {
  return inContentTransaction(deps, async (tx) => {
    const { machine, drawing } = await getDrawing(tx, id, drawingId)
    await deleteDrawing(tx, drawing.id)
    const at = toIso(deps.clock())
    await audit(tx, { actor, at, machine }, `Assembly drawing removed: ${drawing.assembly}`)
  })
}

async function getDrawing(db: Db, id: string, drawingId: string) {
  const machine = await getItemOrThrow(db, { key: id }, EDITABLE_STATES)
  const rowId = await getRowId(db, machine.id)
  const drawings = await listDrawings(db, rowId)
  const drawing = drawings.find((each) => each.id === drawingId)
  if (!drawing) throw notFound('Drawing')
  return { machine, rowId, drawing, others: drawings.filter((each) => each !== drawing) }
}

const audit = (
  tx: Tx,
  { actor, at, machine }: { actor: Actor; at: string; machine: StoredItem },
  detail: string,
): Promise<void> =>
  writeAuditEntry(tx, actor, {
    at,
    action: 'changed',
    subject: 'item',
    subjectId: machine.id,
    subjectName: machine.name,
    detail,
    detailKind: 'drawing',
  })
