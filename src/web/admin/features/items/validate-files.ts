import { LIMITS } from '#contracts/limits.ts'

/** What the server can read (media/variants.ts). */
const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
const ACCEPTED_TYPE_NAMES = 'JPEG, PNG, WebP, AVIF or GIF'

/** Splits chosen, dropped or pasted files into pictures to be sent and sentences about the others. */
export function validateFiles(files: File[]): { pictures: File[]; errors: string[] } {
  const refusals = files.map(validateFile)
  return {
    pictures: files.filter((_, index) => refusals[index] === undefined),
    errors: refusals.filter((error) => error !== undefined),
  }
}

function validateFile({ name, type, size }: File): string | undefined {
  if (/hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name))
    return `${name} is an iPhone's HEIC picture. Save it as JPEG first.`
  if (!type.startsWith('image/')) return `${name} is not a picture.`
  if (!ACCEPTED_TYPES.includes(type))
    return `${name} is a kind of picture that the site cannot show. Use ${ACCEPTED_TYPE_NAMES}.`
  if (size === 0) return `${name} is empty.`
  if (size > LIMITS.pictureBytes) return `${name} is larger than 15 MB. Please choose a smaller picture.`
  return undefined
}
