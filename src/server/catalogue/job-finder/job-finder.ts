import type { JobFinderBody } from '#contracts/catalogue/job-finder.ts'
import { JOB_FIELDS, JOB_LIMITS } from '#contracts/catalogue/job-finder-options.ts'
import type { JobQuestions } from '#contracts/catalogue/job-finder-questions.ts'
import type { Db } from '#server/database/db.ts'
import { type Events, memoizeUntilChange } from '#server/kernel/events.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import type { JobAnswer } from '../listing/understand-search.ts'
import { toTokens } from '../search/relevance/tokens.ts'
import { describeJob, readJob } from './job.ts'
import { readJobText } from './job-text.ts'
import { type RankedMachine, type Ranking, rankMachines, type Wording } from './rank.ts'
import { readMachines } from './store.ts'

/** If no machine fits, so many of the nearest are the answer to a search. */
const NEAREST = 3

/** Kinds of machines that a search may ask for: those that fit come before others that fit. */
const TYPES = [
  { typed: /\b(?:auto(?:matic)? (?:lathe|kharad)|traub|automatic)\b/i, stated: /automatic/i },
  { typed: /\b(?:cnc|turning cent(?:re|er))\b/i, stated: /\bcnc\b/i },
  { typed: /\bcapstan\b/i, stated: /\bcapstan\b/i },
  { typed: /\bturret lathe\b/i, stated: /\bturret lathe\b/i },
  { typed: /\b(?:vmc|machining cent(?:re|er))\b/i, stated: /machining cent/i },
]

interface JobFinderSources {
  events: Events
  getDb(): Promise<Db>
  /** The names of the specifications that answer the questions. */
  readJobQuestions(): Promise<JobQuestions>
}

/** The machines for a job. */
export interface JobFinder {
  /** The job in words, the number of judged machines, and the best. Throws 400 for answers that cannot be understood. */
  find(body: JobFinderBody, wording?: Wording): Promise<Ranking & { job: string; checked: number }>
  /** The answer to a search that describes a job. */
  answer(search: string): Promise<JobAnswer | undefined>
}

/** What machines state is kept in memory until content changes. */
export function createJobFinder(sources: JobFinderSources): JobFinder {
  const getMachines = memoizeUntilChange(sources.events, async () => {
    const [db, questions] = await Promise.all([sources.getDb(), sources.readJobQuestions()])
    return readMachines(db, questions)
  })
  return {
    async find(body, wording) {
      const { job, errors } = readJob(body)
      if (!job) throw badRequest(errors[0]!.message, errors)
      const machines = await getMachines()
      const ranking = await rankMachines(job, machines, JOB_LIMITS.machines, wording)
      return { ...ranking, job: describeJob(job), checked: machines.length }
    },
    async answer(search) {
      const body = readJobText(search)
      const { job } = body ? readJob(body) : {}
      if (!body || !job) return undefined
      const { machines, fitting } = await rankMachines(job, await getMachines(), JOB_LIMITS.machines)
      const asked = TYPES.filter(({ typed }) => typed.test(search))
      const isAsked = ({ machine }: RankedMachine) =>
        asked.every(({ stated }) => stated.test(`${machine.name} ${machine.type?.text}`))
      const mayFit = machines
        .filter(({ verdict }) => verdict !== 'fails')
        .toSorted((one, other) => Number(isAsked(other)) - Number(isAsked(one)))
      const named = describeNamed(machines, search)
      return {
        query: toQuery(body),
        text: describeJob(job),
        fitting,
        ...(named && { named }),
        rowIds: (mayFit.length > 0 ? mayFit : machines.slice(0, NEAREST)).map(({ machine }) => machine.rowId),
      }
    },
  }
}

/** Whether the machine that a question names can do the job: 'CL 20 Capstan Lathe: bar capacity is 5 mm too small'. */
function describeNamed(machines: readonly RankedMachine[], search: string): string | undefined {
  const text = toTokens(search)
  const named = machines
    .filter(({ machine: { code } }) => code && text.includes(toTokens(code)))
    .toSorted((one, other) => other.machine.code!.length - one.machine.code!.length)[0]
  if (!named) return undefined
  const decisive = named.reasons
    .filter(({ verdict }) => verdict === named.verdict)
    .map((reason) => reason.text)
  return `${named.machine.name}: ${named.verdict === 'fits' ? 'fits' : decisive.join('; ')}`
}

/** The query of the job's page. */
const toQuery = (body: JobFinderBody): string =>
  new URLSearchParams(
    JOB_FIELDS.flatMap((field) => (body[field] ? [[field, String(body[field])]] : [])),
  ).toString()
