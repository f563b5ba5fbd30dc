import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JobVerdict } from '#contracts/catalogue/job-finder.ts'
import { inLanguage, type Language } from '#messages/language.ts'
import { t } from '#messages/messages.ts'
import type { Job } from './job.ts'
import { type Judgement, judgeMachine } from './judge.ts'
import { type MachineProfile, translateMachine } from './machine.ts'

/* The order of machines for a job: pure functions, except that other requests are handled in between. */

/** A machine with the variant of it that fits in its place: 'CL 25 Long-bed' for 'CL 25'. */
export interface RankedMachine extends Judgement {
  variant: { machine: MachineProfile; text: string } | undefined
}

export interface Ranking {
  machines: RankedMachine[]
  /** How many machines fit, also those with a caution. */
  fitting: number
}

/** How the reasons are said: all machines are judged in English, and the best once more in another language. */
export interface Wording {
  language: Language
  /** Translates what machines state. */
  translate(text: string): string
}

/** After this time of computation other requests are handled. */
const TURN_MS = 8
const ORDER = { fits: 0, caution: 1, unknown: 2, fails: 3 }

/**
 * Judges all machines and returns the best: those that fit, those with the fewest cautions, those of which something is not
 * known, and those that fail with the smallest miss.
 */
export async function rankMachines(
  job: Job,
  machines: readonly MachineProfile[],
  limit: number,
  wording?: Wording,
): Promise<Ranking> {
  const judgements: Judgement[] = []
  let startedAt = performance.now()
  for (const machine of machines) {
    judgements.push(judgeMachine(job, machine))
    if (performance.now() - startedAt < TURN_MS) continue
    await nextTurn()
    startedAt = performance.now()
  }
  judgements.sort(compareJudgements)
  const fitting = judgements.filter(doesFit)
  const withVariant = (judgement: Judgement) => ({
    ...judgement,
    variant: doesFit(judgement) ? undefined : findFittingVariant(judgement.machine, fitting),
  })
  const best = judgements.slice(0, limit)
  return {
    machines: wording
      ? inLanguage(wording.language, () =>
          best.map(({ machine }) =>
            withVariant(judgeMachine(job, translateMachine(machine, wording.translate))),
          ),
        )
      : best.map(withVariant),
    fitting: fitting.length,
  }
}

const doesFit = ({ verdict }: Judgement) => verdict === 'fits' || verdict === 'caution'

const count = ({ reasons }: Judgement, verdict: JobVerdict) =>
  reasons.filter((reason) => reason.verdict === verdict).length

/**
 * Of machines with as many cautions, those that state every limit are first, then that whose daily quantity is exceeded by less,
 * then the cheaper one.
 */
const compareJudgements = (one: Judgement, other: Judgement): number =>
  ORDER[one.verdict] - ORDER[other.verdict] ||
  one.miss - other.miss ||
  count(one, 'unknown') - count(other, 'unknown') ||
  count(one, 'caution') - count(other, 'caution') ||
  one.estimates - other.estimates ||
  one.excess - other.excess ||
  (one.machine.pricePaise ?? Number.MAX_SAFE_INTEGER) -
    (other.machine.pricePaise ?? Number.MAX_SAFE_INTEGER) ||
  one.oversize - other.oversize ||
  one.machine.name.localeCompare(other.machine.name, 'en')

/** The variant of a machine has its code with an addition: 'CL 25 Long-bed', 'TC 250 LT'. */
function findFittingVariant(base: MachineProfile, fitting: readonly Judgement[]): RankedMachine['variant'] {
  const { code } = base
  if (!code) return undefined
  const variant = fitting.find(({ machine }) => machine.code?.startsWith(`${code} `))?.machine
  if (!variant) return undefined
  const addition = variant.code!.slice(code.length + 1)
  // An addition in words can stand in a sentence.
  const text = /\p{Ll}/u.test(addition)
    ? t('fits with the {addition}', { addition: addition.toLowerCase().replaceAll('-', ' ') })
    : t('fits as {code}', { code: variant.code! })
  return { machine: variant, text }
}
