import { z } from 'zod'
import { PICTURE_FOLDER_LIMITS } from '../files/picture-folder-limits.ts'
import { TextWithoutNul } from '../text-without-nul.ts'
import { ItemState } from './admin-item.ts'
import { Kind } from './item.ts'

const PictureFile = z.strictObject({
  path: TextWithoutNul.min(1)
    .max(PICTURE_FOLDER_LIMITS.pathLength)
    .meta({ description: 'The file with the folders that contain it, such as BRG-4512/2.jpg' }),
  itemId: TextWithoutNul.min(1)
    .max(100)
    .optional()
    .meta({ description: 'The item that a person has chosen for the file, whatever its name is' }),
})

/** Files of a folder of photographs, to be matched to items by their names. */
export const PictureMatchesBody = z.strictObject({
  files: z
    .array(PictureFile)
    .min(1, 'Choose at least one file.')
    .max(
      PICTURE_FOLDER_LIMITS.filesPerRequest,
      `At most ${PICTURE_FOLDER_LIMITS.filesPerRequest} files can be matched in one request.`,
    ),
})
export type PictureMatchesBody = z.infer<typeof PictureMatchesBody>

/** An item that a file belongs to, or may belong to. */
export const PictureItem = z.object({
  id: z.string(),
  kind: Kind,
  name: z.string(),
  code: z.string().nullable(),
  state: ItemState,
  revision: z.number().int(),
  images: z.array(z.string()).meta({
    description:
      'Its pictures in order: the first 32 hexadecimal digits of the SHA-256 of the uploaded file, or the URL of a picture on another site',
  }),
})
export type PictureItem = z.infer<typeof PictureItem>

/** What a file name says: the item and the number of the picture, or which items it may mean. */
export const PictureMatch = z.object({
  path: z.string(),
  position: z.number().int().nullable().meta({ description: 'The number in the file name; null: none' }),
  item: PictureItem.nullable().meta({ description: 'null if no item, or more than one, fits' }),
  candidates: z.array(PictureItem).meta({ description: 'The items that fit if there are several' }),
})
export type PictureMatch = z.infer<typeof PictureMatch>

/** The fields of the form that adds pictures to an item of any kind, or replaces them. */
export const ItemPicturesFields = z.strictObject({
  mode: z
    .enum(['add', 'replace'], "must be 'add' or 'replace'")
    .meta({ description: 'Whether the item keeps its present pictures, before the new ones' }),
  revision: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .meta({ description: 'The revision that the pictures are for; 409 if it is no longer the stored one' }),
})
export type ItemPicturesFields = z.infer<typeof ItemPicturesFields>
