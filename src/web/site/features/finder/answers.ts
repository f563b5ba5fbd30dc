import { JOB_FIELDS, type JobField } from '#contracts/job-finder-options.ts'

/** The answers in the address or in the form; those that are empty are left out. */
export type Answers = Partial<Record<JobField, string>>

/** Returns the answers of an address, also of one that the form without JavaScript made: it repeats the operations. */
export function readAnswers(params: URLSearchParams | FormData): Answers {
  const texts = JOB_FIELDS.map(
    (field) => [field, params.getAll(field).filter(Boolean).join(',').trim()] as const,
  )
  return Object.fromEntries(texts.filter(([, text]) => text))
}

/** Returns the query of the address of a job, in one order: '' without answers. */
export const buildJobQuery = (answers: Answers): string =>
  new URLSearchParams(answers).toString().replaceAll('%2C', ',')
