import type { JobReason, JobVerdict } from '#contracts/catalogue/job-finder.ts'
import {
  JOB_MATERIALS,
  JOB_OPERATIONS,
  type JobMaterial,
  type JobOperation,
} from '#contracts/catalogue/job-finder-options.ts'
import { formatNumber } from '#contracts/format.ts'
import { fromBase } from '#contracts/quantities/units.ts'
import { type Message, msg, t } from '#messages/messages.ts'
import type { Job, Measure } from './job.ts'
import type { MachineProfile, StatedNumber, Statement } from './machine.ts'

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
  /** The part of the daily quantity that is more than such machines are bought for. */
  excess: number
  /** How many reasons for it follow from something else than the limit that answers the question. */
  estimates: number
}

/** A reason with what the order of machines needs to know. */
interface Finding extends JobReason {
  oversize?: number
  miss?: number
  excess?: number
  isEstimate?: boolean
}

/** The part of a tolerance that the machine itself may use up. */
const SHARE_OF_TOLERANCE = 1 / 2
/** In mm: a machine of which only the spindle's run-out is known holds a closer one with care. */
const CLOSE_TOLERANCE = 0.03
const RUN_OUT = /run-?out/i
interface Machinability {
  /** Recommended motor power in kW for each mm of turned diameter. */
  powerPerMm: number
  /** Whether machines for drilling and tapping mill it with light cuts only. */
  isHardToMill: boolean
}
const MACHINABILITY: Record<JobMaterial, Machinability> = {
  steel: { powerPerMm: 0.025, isHardToMill: true },
  stainless: { powerPerMm: 0.03, isHardToMill: true },
  'cast-iron': { powerPerMm: 0.02, isHardToMill: true },
  aluminium: { powerPerMm: 0.015, isHardToMill: false },
  brass: { powerPerMm: 0.012, isHardToMill: false },
  plastic: { powerPerMm: 0.008, isHardToMill: false },
}
/** A milled part needs the power of this turned diameter, in mm. */
const MILLED_AS_DIAMETER = 220
/** The pieces a day for which a kind of machine is usually bought. The first match decides. */
const DAILY_QUANTITIES: readonly { kind: RegExp; least: number; most: number }[] = [
  { kind: /automatic/i, least: 400, most: 4000 },
  { kind: /capstan/i, least: 20, most: 1000 },
  { kind: /turret lathe/i, least: 5, most: 300 },
  { kind: /turning cent|cnc lathe/i, least: 1, most: 800 },
  { kind: /machining cent|drill-tap|milling/i, least: 1, most: 500 },
]
/** A machine of another kind than the job needs misses more than one that is too small. */
const MISS_OF_KIND = 10
/** In kg: a part that a person loads, and that every lathe carries which takes its size. */
const LIGHT_PART = 10
/** A turned part that is longer than so many diameters bends under the tool. */
const SLENDER = 10
/** The part of travel Z that a part may take: tool, holder and vice need the rest. */
const SHARE_OF_TRAVEL_Z = 2 / 3
const DRILL_TAP = /\b(?:drill[ -]?tap|tapping cent)/i
const NOT_STATED = msg('not stated, ask us')
/** Differences below this part of a number are the result of computing with fractions. */
const EPSILON = 1e-9

const SEVERITY: Record<JobVerdict, number> = { fits: 0, caution: 1, unknown: 2, fails: 3 }

/** Judges one machine: a reason for each question that the job answers. */
export function judgeMachine(job: Job, machine: MachineProfile): Judgement {
  const findings = [
    ...judgeShape(job, machine),
    ...judgeOperations(job, machine),
    ...judgeSizes(job, machine),
    ...judgeWeight(job, machine),
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
    excess: findings.reduce((sum, { excess = 0 }) => sum + excess, 0),
    estimates: findings.filter(({ isEstimate }) => isEstimate).length,
  }
}

/** The operations that the job names, or the one that its shape implies. */
function listOperations(job: Job): JobOperation[] {
  const { operations } = job
  if (job.isBar && !operations.includes('turning')) return ['turning', ...operations]
  if (operations.length > 0) return operations
  if (isBlock(job)) return ['milling']
  return job.diameter ? ['turning'] : []
}

/** What drill-tap centres do with hard materials. */
const LIGHT_WORK: Partial<Record<JobOperation, Message>> = {
  milling: msg('light cuts only'),
  threading: msg('small threads only'),
}

const NOT_FOR: Record<JobOperation, Message> = {
  turning: msg('the machine is not for turning'),
  drilling: msg('the machine is not for drilling'),
  threading: msg('the machine is not for threading'),
  milling: msg('the machine is not for milling'),
  'cross-drilling': msg('the machine is not for cross-drilling'),
}

const DECIDED_BY_KIND: ReadonlySet<JobOperation> = new Set(['turning', 'milling', 'cross-drilling'])

const isBlock = ({ width, height }: Job) => width !== undefined || height !== undefined

/** Bar automatics take no castings and blanks, and lathes turn round parts. Nothing is said of a machine that takes the part. */
function judgeShape(job: Job, { type, barOnly, isLathe }: MachineProfile): Finding[] {
  const isWrong = { question: t('Part'), verdict: 'fails', miss: MISS_OF_KIND } as const
  if (job.isBar === false && barOnly)
    return [{ ...isWrong, text: t('the machine takes bar only'), stated: barOnly }]
  if (isBlock(job) && isLathe && !job.operations.includes('turning'))
    return [{ ...isWrong, text: t('the machine is for round parts'), stated: type ? format(type) : null }]
  return []
}

function judgeOperations(job: Job, { name, shownName = name, operations, type }: MachineProfile): Finding[] {
  const { material } = job
  return listOperations(job).map((operation) => {
    const question = t(JOB_OPERATIONS.find(([key]) => key === operation)![1])
    const evidence = operations[operation]
    const lightWork = LIGHT_WORK[operation]
    const isHard = material ? MACHINABILITY[material].isHardToMill : operation === 'threading'
    const isLight = isHard && DRILL_TAP.test(name)
    if (evidence && lightWork && isLight)
      return { question, verdict: 'caution', text: t(lightWork), stated: shownName }
    if (evidence) return { question, verdict: 'fits', text: t('fits'), stated: evidence }
    // The kind of machine decides about these; the others may only not have been mentioned.
    const isDecided = type && DECIDED_BY_KIND.has(operation)
    if (!isDecided) return { question, verdict: 'unknown', text: t(NOT_STATED), stated: null }
    return {
      question,
      verdict: 'fails',
      text: t(NOT_FOR[operation]),
      stated: format(type),
      miss: MISS_OF_KIND,
    }
  })
}

/** Which sizes count depends on the part and on the machine: bar capacity, swing and length, or travels. */
function judgeSizes(job: Job, machine: MachineProfile): Finding[] {
  const { diameter, length, width, height } = job
  const isTurned = machine.barDiameter ?? machine.turnedDiameter ?? machine.turnedLength
  const findings: Finding[] = []
  const add = (question: string, measure: Measure | undefined, stated: StatedNumber | undefined) => {
    if (measure) findings.push(judgeCapability(question, measure, stated))
  }
  if (isBlock(job) || (machine.travel && !isTurned)) {
    const { X, Y, Z } = machine.travel ?? {}
    const isRound = diameter !== undefined
    // A block is clamped with its longer side along X; a round part stands on the table.
    const isTurnedAround = !isRound && length && width && width.value > length.value
    add(
      isRound ? t('Diameter') : isTurnedAround ? t('Width') : t('Length'),
      diameter ?? (isTurnedAround ? width : length),
      X,
    )
    add(
      isRound ? t('Diameter') : isTurnedAround ? t('Length') : t('Width'),
      diameter ?? (isTurnedAround ? length : width),
      Y,
    )
    const upright = isRound ? length : height
    if (upright) {
      const finding = judgeCapability(isRound ? t('Length') : t('Height'), upright, Z)
      const isTall = Z && upright.value > Z.most * SHARE_OF_TRAVEL_Z
      findings.push(isTall ? withCaution(finding, t('little room for tool and clamping, ask us')) : finding)
    }
    return findings
  }
  if (diameter) findings.push(...judgeDiameter(diameter, job, machine))
  if (length) {
    const finding = judgeCapability(t('Length'), length, machine.turnedLength)
    const isSlender = diameter && length.value > diameter.value * SLENDER
    findings.push(isSlender ? withCaution(finding, t('long and thin, ask us about its support')) : finding)
  }
  return findings
}

/** A finding that would fit, with a reason why it may not. */
const withCaution = (finding: Finding, text: string): Finding =>
  finding.verdict === 'fits' ? { ...finding, verdict: 'caution', text } : finding

/** Bar is compared with the bar capacity, a piece with the turned diameter; without an answer bar is tried first. */
function judgeDiameter(diameter: Measure, { isBar }: Job, machine: MachineProfile): Finding[] {
  const asBar = judgeBar(diameter, machine)
  const asPiece = judgePiece(diameter, machine)
  if (isBar === false) return asPiece
  if (isBar || asBar.verdict === 'fits' || (machine.barDiameter && !machine.turnedDiameter)) return [asBar]
  if (asBar.verdict === 'unknown' || asPiece[0]!.verdict === 'fails') return asPiece
  return [
    ...asPiece,
    {
      ...asBar,
      verdict: 'caution',
      text: t('only from a cut piece: {reason}', { reason: asBar.text }),
      miss: 0,
    },
  ]
}

const BAR_QUESTIONS = { hexagonBar: msg('Hexagon bar'), squareBar: msg('Square bar') }

/** Of bar that is not round the stated limit decides, or without one the circle around its corners. */
function judgeBar(diameter: Measure, machine: MachineProfile): Finding {
  const { bar } = diameter
  if (!bar) return judgeCapability(t('Bar diameter'), diameter, machine.barDiameter)
  const question = `${bar.shape}Bar` as const
  const stated = machine[question]
  return stated
    ? judgeCapability(t(BAR_QUESTIONS[question]), { ...diameter, value: bar.flats }, stated)
    : {
        ...judgeCapability(t('Bar diameter across corners'), diameter, machine.barDiameter),
        isEstimate: true,
      }
}

/** A piece turns above the slide, and is held by the chuck, which may be smaller than the piece. */
function judgePiece(
  diameter: Measure,
  { turnedDiameter, chuck, hasChuck, barDiameter }: MachineProfile,
): Finding[] {
  const bySwing = judgeCapability(t('Diameter'), diameter, turnedDiameter)
  if (chuck && bySwing.verdict === 'fits') {
    const held = judgeCapability(t('Chuck'), diameter, chuck)
    return [
      bySwing,
      held.verdict === 'fails'
        ? {
            ...held,
            verdict: 'caution',
            text: t('{reason}, ask us how it is held', { reason: held.text }),
            miss: 0,
          }
        : held,
    ]
  }
  const isHeld = hasChuck || !barDiameter || diameter.value <= barDiameter.most
  return [isHeld ? bySwing : withCaution(bySwing, t('no chuck is stated for it, ask us'))]
}

/** More is sufficient. */
function judgeCapability(question: string, measure: Measure, stated: StatedNumber | undefined): Finding {
  if (!stated) return { question, verdict: 'unknown', text: t(NOT_STATED), stated: null }
  const { value } = measure
  const spare = stated.most - value
  const result = { question, stated: format(stated) }
  if (spare < -EPSILON * value) {
    const text = t('{name} is {difference} too small', {
      name: toInner(stated),
      difference: formatDifference(-spare, measure),
    })
    return { ...result, verdict: 'fails', text, miss: -spare / value }
  }
  if (value < stated.least - EPSILON * stated.least) {
    const text = t('{name} starts {difference} above your part', {
      name: toInner(stated),
      difference: formatDifference(stated.least - value, measure),
    })
    return { ...result, verdict: 'fails', text, miss: (stated.least - value) / value }
  }
  const text =
    spare <= EPSILON * value
      ? t('just fits')
      : t('fits, {difference} to spare', { difference: formatDifference(spare, measure) })
  return { ...result, verdict: 'fits', text, oversize: Math.max(0, spare / value) }
}

/** Lathes state no weight. What they carry follows from the sizes of the part, unless it is heavy. */
function judgeWeight({ weight, isBar, diameter }: Job, { load, isLathe }: MachineProfile): Finding[] {
  if (!weight || isBar) return []
  const isLight = !load && isLathe && diameter && weight.value <= LIGHT_PART
  return [
    isLight
      ? {
          ...{
            question: t('Weight'),
            verdict: 'fits',
            text: t('a light part, its diameter decides'),
            stated: null,
          },
          isEstimate: true,
        }
      : judgeCapability(t('Weight'), weight, load),
  ]
}

/** The machine may use up half of the tolerance. */
function judgeTolerance({ tolerance }: Job, { accuracy: stated }: MachineProfile): Finding[] {
  if (!tolerance) return []
  const question = t('Tolerance')
  if (!stated) return [{ question, verdict: 'unknown', text: t(NOT_STATED), stated: null }]
  const allowed = tolerance.value * SHARE_OF_TOLERANCE
  const spare = allowed - stated.most
  const result = { question, stated: format(stated) }
  // The run-out says that a part becomes round, not that a series keeps its size.
  const isRunOut = RUN_OUT.test(stated.label)
  if (spare < -EPSILON * allowed) {
    const text = t('{name} is {difference} too large; the machine may use half of the tolerance', {
      name: toInner(stated),
      difference: formatDifference(-spare, tolerance),
    })
    return [{ ...result, verdict: 'fails', text, miss: -spare / allowed + Number(isRunOut) }]
  }
  if (isRunOut && tolerance.value < CLOSE_TOLERANCE)
    return [{ ...result, verdict: 'caution', text: t('possible with care: only the run-out is stated') }]
  const text =
    spare <= EPSILON * allowed
      ? t('just fits half of the tolerance')
      : t('fits half of the tolerance, {difference} to spare', {
          difference: formatDifference(spare, tolerance),
        })
  return [{ ...result, verdict: 'fits', text }]
}

/** Less than the recommended power means lighter cuts. */
function judgePower(job: Job, { power: stated }: MachineProfile): Finding[] {
  const { material, diameter } = job
  if (!material) return []
  const question = t(JOB_MATERIALS.find(([key]) => key === material)![1])
  if (!stated) return [{ question, verdict: 'unknown', text: t(NOT_STATED), stated: null }]
  const needed = MACHINABILITY[material].powerPerMm * (diameter?.value ?? MILLED_AS_DIAMETER)
  const result = { question, stated: format(stated) }
  if (stated.most >= needed - EPSILON) return [{ ...result, verdict: 'fits', text: t('fits') }]
  const text = t('fits with lighter cuts: as a rule of thumb, it needs {power} kW', { power: toText(needed) })
  return [{ ...result, verdict: 'caution', text }]
}

/** Each kind of machine is usually bought for a number of pieces a day. */
function judgeQuantity({ quantity }: Job, { type }: MachineProfile): Finding[] {
  if (!quantity) return []
  const question = t('Quantity a day')
  const range = type && DAILY_QUANTITIES.find(({ kind }) => kind.test(type.text))
  if (!range) return [{ question, verdict: 'unknown', text: t(NOT_STATED), stated: null }]
  const result = { question, stated: format(type) }
  const { least, most } = range
  if (quantity >= least && quantity <= most) return [{ ...result, verdict: 'fits', text: t('fits') }]
  const text =
    quantity < least
      ? t('possible, but usually bought for at least {pieces} pieces a day', { pieces: toText(least) })
      : t('possible, but usually bought for at most {pieces} pieces a day', { pieces: toText(most) })
  return [{ ...result, verdict: 'caution', text, excess: Math.max(0, (quantity - most) / quantity) }]
}

const format = ({ label, text, shown = { label, text } }: Statement) => `${shown.label}: ${shown.text}`

/** The name within a sentence: 'Swing over bed' → 'swing over bed', but 'X travel'. */
function toInner({ label, text, shown = { label, text } }: Statement): string {
  const name = shown.label
  return /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}

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
