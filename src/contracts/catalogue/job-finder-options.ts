import { msg } from '#messages/messages.ts'

/** The answers of the job finder that are chosen, with their labels. See docs/job-finder.md. */
export const JOB_MATERIALS = [
  ['steel', msg('Steel')],
  ['stainless', msg('Stainless steel')],
  ['cast-iron', msg('Cast iron')],
  ['aluminium', msg('Aluminium')],
  ['brass', msg('Brass')],
  ['plastic', msg('Plastic')],
] as const
export type JobMaterial = (typeof JOB_MATERIALS)[number][0]

export const JOB_OPERATIONS = [
  ['turning', msg('Turning')],
  ['drilling', msg('Drilling')],
  ['threading', msg('Threading or tapping')],
  ['milling', msg('Milling')],
  ['cross-drilling', msg('Cross drilling')],
] as const
export type JobOperation = (typeof JOB_OPERATIONS)[number][0]

/** The fields of a job, in the order of the page and of its address. */
export const JOB_FIELDS = [
  'bar',
  'diameter',
  'length',
  'width',
  'height',
  'weight',
  'material',
  'quantity',
  'tolerance',
  'operations',
] as const
export type JobField = (typeof JOB_FIELDS)[number]

export const JOB_LIMITS = {
  /** Characters of a number with its unit. */
  fieldLength: 40,
  /** Machines in the result. */
  machines: 24,
  /** Machines that are compared after the search. */
  compared: 3,
}

/** The answer to a job without anything that a machine can be judged by. */
export const EMPTY_JOB_MESSAGE = msg('Enter at least one size, the weight, a tolerance or an operation.')
