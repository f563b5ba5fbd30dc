import { customAlphabet } from 'nanoid'
import { toBusinessDate } from '#contracts/business-date.ts'

/** Without 0, O, 1, I and L, which are easily confused when a person reads the reference to another one. */
const createSuffix = customAlphabet('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 4)

/** Returns a new reference of an enquiry received at this time, such as 'E-261123-7KQ4': the date in India and four random characters. */
export const createReference = (at: Date): string =>
  `E-${toBusinessDate(at).slice(2).replaceAll('-', '')}-${createSuffix()}`
