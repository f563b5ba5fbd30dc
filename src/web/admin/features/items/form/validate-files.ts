import { LIMITS, MAX_PICTURE_SIZE } from '#contracts/limits.ts'

/** The media types that the server can decode (media/variants.ts). */
const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
const ACCEPTED_TYPE_NAMES = 'JPEG, PNG, WebP, AVIF or GIF'

/** Splits files into pictures to upload and error messages about the others. */
export function validateFiles(files: File[]): { pictures: File[]; errors: string[] } {
  const results = files.map(validateFile)
  return {
    pictures: files.filter((_, index) => results[index] === undefined),
    errors: results.filter((error) => error !== undefined),
  }
}

function validateFile({ name, type, size }: File): string | undefined {
  if (/hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name))
    return `${name} is an iPhone's HEIC picture. Save it as JPEG first.`
  if (!type.startsWith('image/')) return `${name} is not a picture.`
  if (!ACCEPTED_TYPES.includes(type))
    return `${name} has an unsupported picture format. Use ${ACCEPTED_TYPE_NAMES}.`
  if (size === 0) return `${name} is empty.`
  if (size > LIMITS.pictureBytes)
    return `${name} is larger than ${MAX_PICTURE_SIZE}. Choose a smaller picture.`
  return undefined
}
