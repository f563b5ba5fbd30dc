import { z } from 'zod'
import { Machine, Picture } from '../item/item.ts'
import { RelatedItem, relations } from '../item/relation.ts'
import { RELATION_INPUT_LIMITS } from '../item/relation-groups.ts'
import { TextWithoutNul } from '../text-without-nul.ts'
import { DRAWING_LIMITS } from './drawing-limits.ts'

const assembly = TextWithoutNul.trim().min(1, 'Enter the assembly.').max(RELATION_INPUT_LIMITS.assemblyLength)
const percent = z.number().min(0).max(100)

/** A point of the picture with the position number of the spare parts there. */
export const Hotspot = z.strictObject({
  position: TextWithoutNul.trim()
    .min(1, 'Enter the position number of each point.')
    .max(RELATION_INPUT_LIMITS.positionLength),
  x: percent.meta({ description: 'From the left, in percent' }),
  y: percent.meta({ description: 'From the top, in percent' }),
})
export type Hotspot = z.infer<typeof Hotspot>

/** A picture of an assembly of a machine with numbered points, and the parts of the assembly that have a position. */
export const Drawing = z.object({
  id: z.string(),
  revision: z.number().int(),
  assembly: z.string(),
  picture: Picture.nullable(),
  hotspots: z.array(Hotspot),
  parts: z.array(RelatedItem),
})
export type Drawing = z.infer<typeof Drawing>

/** The text fields of the form that adds a drawing; its file is the picture. */
export const NewDrawingFields = z.object({ assembly })

/** A change of a drawing. Its points replace the earlier ones. */
export const DrawingChange = z.strictObject({
  assembly,
  hotspots: z.array(Hotspot).max(DRAWING_LIMITS.hotspots, `At most ${DRAWING_LIMITS.hotspots} points.`),
  revision: z.number().int().meta({ description: 'The revision that the change is based on' }),
})
export type DrawingChange = z.infer<typeof DrawingChange>

/** Ids of a machine and one of its drawings. */
export const DrawingParams = z.object({ id: z.string().max(200), drawingId: z.string().max(100) })

/** The response of a single machine. */
export const MachineDetails = Machine.extend({ relations, drawings: z.array(Drawing).optional() }).meta({
  id: 'MachineDetails',
})
