import { JOB_FIELDS, type JobField } from '#contracts/catalogue/job-finder-options.ts'

/** The answers in the address or in the form; those that are empty are left out. */
export type Answers = Partial<Record<JobField, string>>

/** Returns the answers of an address, also of one that the form without JavaScript made: it repeats the operations. */
export function readAnswers(params: URLSearchParams | FormData): Answers {
  const texts = JOB_FIELDS.map(
    (field) => [field, params.getAll(field).filter(Boolean).join(',').trim()] as const,
  )
  return Object.fromEntries(texts.filter(([, text]) => text))
}

/** The fields in which a number without a unit is in mm or inches; the weight is in kg or pounds. */
const LENGTHS: readonly string[] = ['diameter', 'length', 'width', 'height', 'tolerance']
/** A number without a unit, with words for the shape before or after it: '42', 'hex 27', '27 A/F'. */
const PLAIN_NUMBER = /^([^"'”’″′]*\d)( ?(?:a ?\/? ?f|hex\p{L}*|across flats|square|sq|dia\p{L}*|od))?$/iu
/** Only inches have fractions; the slash of '+/-' is none. */
const FRACTION = /\d ?\/ ?\d/

/**
 * Returns the answers with a unit after each number that has none. What the address contains without a unit is metric; what a
 * visitor types is in the units that the visitor prefers.
 */
export const withUnits = (answers: Answers, [length, weight]: readonly [string, string]): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([field, text]) => {
      const unit = LENGTHS.includes(field)
        ? FRACTION.test(text)
          ? 'in'
          : length
        : field === 'weight' && weight
      return [field, unit ? text.replace(PLAIN_NUMBER, `$1 ${unit}$2`) : text]
    }),
  )

/** Returns the query of the address of a job, in one order: '' without answers. */
export const buildJobQuery = (answers: Answers): string =>
  new URLSearchParams(answers).toString().replaceAll('%2C', ',')
