/**
 * The questions of the job finder that specifications answer: the names of the specifications, the first of which that a
 * machine has decides. Staff edit the names in the settings.
 */
export const JOB_QUESTIONS = {
  barDiameter: 'Bar diameter',
  hexagonBar: 'Hexagon bar',
  squareBar: 'Square bar',
  turnedDiameter: 'Turned diameter',
  chuck: 'Chuck',
  turnedLength: 'Turned length',
  travel: 'Length, width and height',
  load: 'Weight of the part',
  accuracy: 'Tolerance',
  power: 'Motor power',
  machineType: 'Kind of machine',
} as const
export type JobQuestion = keyof typeof JOB_QUESTIONS
export type JobQuestions = Record<JobQuestion, string[]>

/** The names of the demo catalogue. */
export const DEFAULT_JOB_QUESTIONS: JobQuestions = {
  barDiameter: ['Bar capacity'],
  hexagonBar: ['Hexagon and square bar'],
  squareBar: ['Hexagon and square bar'],
  turnedDiameter: ['Turning diameter', 'Swing over cross slide', 'Swing over bed'],
  chuck: ['Chuck'],
  turnedLength: ['Turning length', 'Turret stroke', 'Feed length in one cycle'],
  travel: ['Travel X, Y, Z'],
  load: ['Table load'],
  accuracy: ['Spindle run-out', 'Positioning accuracy'],
  power: ['Spindle motor', 'Spindle'],
  machineType: ['Machine type'],
}
