import type { JobReason, JobVerdict } from '#contracts/catalogue/job-finder.ts'
import {
  JOB_MATERIALS,
  JOB_OPERATIONS,
  type JobMaterial,
  type JobOperation,
} from '#contracts/catalogue/job-finder-options.ts'
import { formatNumber } from '#contracts/format.ts'
import { fromBase } from '#contracts/quantities/units.ts'
import type { Job, Measure } from './job.ts'
import type { MachineProfile, StatedNumber } from './machine.ts'

/* Judges a machine against a job: pure functions. The rules are explained in docs/job-finder.md. */

/** A machine with the reasons for and against it. */
export interface Judgement {
  machine: MachineProfile
  verdict: JobVerdict
  reasons: JobReason[]
  /** How much larger the machine is than the job needs, on average: 1 is twice as large. */
  oversize: number
  /** How much is missing in all, as a part of what the job needs. */
  miss: number
}

/** A reason with what the order of machines needs to know. */
interface Finding extends JobReason {
  oversize?: number
  miss?: number
}

/** The part of a tolerance that the machine itself may use up. */
const SHARE_OF_TOLERANCE = 1 / 2
/** Recommended motor power in kW for each mm of turned diameter. */
const POWER_PER_MM: Record<JobMaterial, number> = {
  steel: 0.025,
  stainless: 0.03,
  'cast-iron': 0.02,
  aluminium: 0.015,
  brass: 0.012,
  plastic: 0.008,
}
/** A milled part needs the power of this turned diameter, in mm. */
const MILLED_AS_DIAMETER = 220
/** The pieces a day for which a kind of machine is usually bought. The first match decides. */
const DAILY_QUANTITIES: readonly { kind: RegExp; least: number; most: number }[] = [
  { kind: /automatic/i, least: 400, most: Number.POSITIVE_INFINITY },
  { kind: /capstan/i, least: 20, most: 1000 },
  { kind: /turret lathe/i, least: 5, most: 300 },
  { kind: /turning cent|cnc lathe/i, least: 1, most: 800 },
  { kind: /machining cent|drill-tap|milling/i, least: 1, most: 500 },
]
/** A machine of another kind than the job needs misses more than one that is too small. */
const MISS_OF_KIND = 10
/** Differences below this part of a number are the result of computing with fractions. */
const EPSILON = 1e-9

const SEVERITY: Record<JobVerdict, number> = { fits: 0, caution: 1, unknown: 2, fails: 3 }

/** Judges one machine: a reason for each question that the job answers. */
export function judgeMachine(job: Job, machine: MachineProfile): Judgement {
  const findings = [
    ...judgeOperations(job, machine),
    ...judgeSizes(job, machine),
    ...(job.weight ? [judgeCapability('Weight', job.weight, machine.load)] : []),
    ...judgeTolerance(job, machine),
    ...judgePower(job, machine),
    ...judgeQuantity(job, machine),
  ]
  const verdict = findings.reduce<JobVerdict>(
    (worst, finding) => (SEVERITY[finding.verdict] > SEVERITY[worst] ? finding.verdict : worst),
    'fits',
  )
  const oversizes = findings.flatMap(({ oversize }) => oversize ?? [])
  return {
    machine,
    verdict,
    reasons: findings.map(({ question, verdict, text, stated }) => ({ question, verdict, text, stated })),
    oversize: oversizes.reduce((sum, part) => sum + part, 0) / (oversizes.length || 1),
    miss: findings.reduce((sum, { miss = 0 }) => sum + miss, 0),
  }
}

/** The operations that the job names, or the one that its shape implies. */
function listOperations({ operations, diameter, width, height, isBar }: Job): JobOperation[] {
  const isBlock = width !== undefined || height !== undefined
  if (isBar && !operations.includes('turning')) return ['turning', ...operations]
  if (operations.length > 0) return operations
  if (isBlock) return ['milling']
  return diameter ? ['turning'] : []
}

function judgeOperations(job: Job, { operations, type }: MachineProfile): Finding[] {
  return listOperations(job).map((operation) => {
    const question = JOB_OPERATIONS.find(([key]) => key === operation)![1]
    const evidence = operations[operation]
    if (evidence) return { question, verdict: 'fits', text: 'fits', stated: evidence }
    // The kind of machine decides about these two; the others may only not have been mentioned.
    const isDecided = type && (operation === 'turning' || operation === 'milling')
    if (!isDecided) return { question, verdict: 'unknown', text: 'not stated', stated: null }
    const text = `fails: the machine is not for ${operation}`
    return { question, verdict: 'fails', text, stated: format(type), miss: MISS_OF_KIND }
  })
}

/** Which sizes count depends on the part and on the machine: bar capacity, swing and length, or travels. */
function judgeSizes(job: Job, machine: MachineProfile): Finding[] {
  const { diameter, length, width, height } = job
  const isBlock = width !== undefined || height !== undefined
  const isTurned = machine.barDiameter ?? machine.turnedDiameter ?? machine.turnedLength
  const findings: Finding[] = []
  const add = (question: string, measure: Measure | undefined, stated: StatedNumber | undefined) => {
    if (measure) findings.push(judgeCapability(question, measure, stated))
  }
  if (isBlock || (machine.travel && !isTurned)) {
    const { X, Y, Z } = machine.travel ?? {}
    const isRound = diameter !== undefined
    // A block is clamped with its longer side along X; a round part stands on the table.
    const isTurnedAround = !isRound && length && width && width.value > length.value
    add(
      isRound ? 'Diameter' : isTurnedAround ? 'Width' : 'Length',
      diameter ?? (isTurnedAround ? width : length),
      X,
    )
    add(
      isRound ? 'Diameter' : isTurnedAround ? 'Length' : 'Width',
      diameter ?? (isTurnedAround ? length : width),
      Y,
    )
    add(isRound ? 'Length' : 'Height', isRound ? length : height, Z)
    return findings
  }
  if (job.isBar) add('Bar diameter', diameter, machine.barDiameter)
  else {
    const whole = job.isBar === undefined ? machine.barDiameter : undefined
    add('Diameter', diameter, machine.turnedDiameter ?? whole)
  }
  add('Length', length, machine.turnedLength)
  return findings
}

/** More is sufficient. */
function judgeCapability(question: string, measure: Measure, stated: StatedNumber | undefined): Finding {
  if (!stated) return { question, verdict: 'unknown', text: 'not stated', stated: null }
  const { value } = measure
  const spare = stated.most - value
  const result = { question, stated: format(stated) }
  if (spare < -EPSILON * value) {
    const text = `fails: ${toInner(stated.label)} is ${formatDifference(-spare, measure)} too small`
    return { ...result, verdict: 'fails', text, miss: -spare / value }
  }
  if (value < stated.least - EPSILON * stated.least) {
    const text = `fails: ${toInner(stated.label)} begins ${formatDifference(stated.least - value, measure)} above it`
    return { ...result, verdict: 'fails', text, miss: (stated.least - value) / value }
  }
  const text =
    spare <= EPSILON * value ? 'fits exactly' : `fits, ${formatDifference(spare, measure)} to spare`
  return { ...result, verdict: 'fits', text, oversize: Math.max(0, spare / value) }
}

/** The machine may use up half of the tolerance. */
function judgeTolerance({ tolerance }: Job, { accuracy: stated }: MachineProfile): Finding[] {
  if (!tolerance) return []
  const question = 'Tolerance'
  if (!stated) return [{ question, verdict: 'unknown', text: 'not stated', stated: null }]
  const allowed = tolerance.value * SHARE_OF_TOLERANCE
  const spare = allowed - stated.most
  const result = { question, stated: format(stated) }
  if (spare < -EPSILON * allowed) {
    const text = `fails: ${toInner(stated.label)} is ${formatDifference(-spare, tolerance)} too large; half of the tolerance is allowed`
    return [{ ...result, verdict: 'fails', text, miss: -spare / allowed }]
  }
  const text =
    spare <= EPSILON * allowed ? 'fits exactly' : `fits, ${formatDifference(spare, tolerance)} to spare`
  return [{ ...result, verdict: 'fits', text }]
}

/** Less than the recommended power means lighter cuts. */
function judgePower(job: Job, { power: stated }: MachineProfile): Finding[] {
  const { material, diameter } = job
  if (!material) return []
  const question = JOB_MATERIALS.find(([key]) => key === material)![1]
  if (!stated) return [{ question, verdict: 'unknown', text: 'motor power not stated', stated: null }]
  const needed = POWER_PER_MM[material] * (diameter?.value ?? MILLED_AS_DIAMETER)
  const result = { question, stated: format(stated) }
  if (stated.most >= needed - EPSILON) return [{ ...result, verdict: 'fits', text: 'fits' }]
  const text = `fits with lighter cuts: ${toText(needed)} kW are recommended`
  return [{ ...result, verdict: 'caution', text }]
}

/** Each kind of machine is meant for a number of pieces a day. */
function judgeQuantity({ quantity }: Job, { type }: MachineProfile): Finding[] {
  if (!quantity) return []
  const question = 'Quantity a day'
  const range = type && DAILY_QUANTITIES.find(({ kind }) => kind.test(type.text))
  if (!range)
    return [{ question, verdict: 'unknown', text: 'not stated for this kind of machine', stated: null }]
  const result = { question, stated: format(type) }
  const { least, most } = range
  if (quantity >= least && quantity <= most) return [{ ...result, verdict: 'fits', text: 'fits' }]
  const pieces =
    quantity < least ? `at least ${toText(least)} pieces a day` : `at most ${toText(most)} pieces a day`
  return [{ ...result, verdict: 'caution', text: `possible, but meant for ${pieces}` }]
}

const format = ({ label, text }: { label: string; text: string }) => `${label}: ${text}`

/** The name within a sentence: 'Swing over bed' → 'swing over bed', but 'X travel'. */
const toInner = (label: string) =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label

/** Differences are in inches if the job is. */
function formatDifference(value: number, { unit }: Measure): string {
  if (unit === 'inch' || unit === 'ft') return `${toText(fromBase(value, 'inch'))} in`
  if (unit === 'lb' || unit === 'oz') return `${toText(fromBase(value, 'lb'))} lb`
  return `${toText(value)} ${MASS_UNITS.has(unit) ? 'kg' : 'mm'}`
}
const MASS_UNITS = new Set(['kg', 'g', 't'])

/** Three significant digits, but no digit of the integer is lost. */
function toText(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : undefined
  return formatNumber(
    value,
    digits === undefined ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: digits },
  )
}
