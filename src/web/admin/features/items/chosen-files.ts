import { LIMITS } from '#contracts/limits.ts'

/** What the server can read (media/variants.ts). */
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
const KINDS = 'JPEG, PNG, WebP, AVIF or GIF'

/** Splits chosen, dropped or pasted files into pictures to be sent and sentences about the others. */
export function judgeFiles(files: File[]): { pictures: File[]; refusals: string[] } {
  const refusals = files.map(refusalOf)
  return {
    pictures: files.filter((_, index) => refusals[index] === undefined),
    refusals: refusals.filter((refusal) => refusal !== undefined),
  }
}

function refusalOf({ name, type, size }: File): string | undefined {
  if (/hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name))
    return `${name} is an iPhone's HEIC picture. Save it as JPEG first.`
  if (!type.startsWith('image/')) return `${name} is not a picture.`
  if (!TYPES.includes(type)) return `${name} is a kind of picture that the site cannot show. Use ${KINDS}.`
  if (size === 0) return `${name} is empty.`
  if (size > LIMITS.pictureBytes) return `${name} is larger than 15 MB. Please choose a smaller picture.`
  return undefined
}
