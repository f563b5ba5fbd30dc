/** The answers of the job finder that are chosen, with their labels. See docs/job-finder.md. */
export const JOB_MATERIALS = [
  ['steel', 'Steel'],
  ['stainless', 'Stainless steel'],
  ['cast-iron', 'Cast iron'],
  ['aluminium', 'Aluminium'],
  ['brass', 'Brass'],
  ['plastic', 'Plastic'],
] as const
export type JobMaterial = (typeof JOB_MATERIALS)[number][0]

export const JOB_OPERATIONS = [
  ['turning', 'Turning'],
  ['drilling', 'Drilling'],
  ['threading', 'Threading or tapping'],
  ['milling', 'Milling'],
  ['cross-drilling', 'Cross drilling'],
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
export const EMPTY_JOB_MESSAGE = 'Enter at least one size, the weight, a tolerance or an operation.'
