import type { FastifyInstance } from 'fastify'
import { JobFinderBody, JobFinderResult } from '#contracts/catalogue/job-finder.ts'
import { JOB_LIMITS } from '#contracts/catalogue/job-finder-options.ts'
import type { JobQuestions } from '#contracts/catalogue/job-finder-questions.ts'
import { memoizeUntilChange } from '#server/kernel/events.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { findByIds } from '../items/store.ts'
import type { ListingDeps } from '../listing/deps.ts'
import { toSummaries } from '../listing/item-response.ts'
import { describeJob, readJob } from './job.ts'
import { type RankedMachine, rankMachines } from './rank.ts'
import { readMachines } from './store.ts'

/** Of one network; no cache has the replies. The public page sends its jobs as addresses, which are cached. */
const RATE_LIMIT = { max: 300, timeWindow: '1 minute' }

const PATH = '/api/job-finder'
const tag = 'discovery'
const summary = 'The machines that fit a job, with reasons'

export interface JobFinderDeps {
  /** The names of the specifications that answer the questions. */
  readJobQuestions(): Promise<JobQuestions>
}

/** Registers the job finder: as a read for pages, whose address is the job, and as a request with a body. */
export function jobFinderRoutes(app: FastifyInstance, deps: ListingDeps & JobFinderDeps): void {
  const getMachines = memoizeUntilChange(deps.events, async () => {
    const [db, questions] = await Promise.all([deps.lists.getDb(), deps.readJobQuestions()])
    return readMachines(db, questions)
  })
  const findMachines = async (body: JobFinderBody, origin: string): Promise<JobFinderResult> => {
    const { job, errors } = readJob(body)
    if (!job) throw badRequest(errors[0]!.message, errors)
    const profiles = await getMachines()
    const { machines, fitting } = await rankMachines(job, profiles, JOB_LIMITS.machines)
    const items = await findByIds(
      deps.db,
      machines.map(({ machine }) => machine.id),
    )
    const summaries = new Map((await toSummaries(deps, origin, items)).map((item) => [item.id, item]))
    return {
      job: describeJob(job),
      checked: profiles.length,
      fitting,
      machines: machines.flatMap(({ machine, verdict, reasons, variant }) => {
        const item = summaries.get(machine.id)
        return item ? [{ item, verdict, reasons, variant: variant ? toVariant(variant) : null }] : []
      }),
    }
  }

  createRouter(app, { tag })(
    `POST ${PATH}`,
    { permission: 'public', rateLimit: RATE_LIMIT, summary, body: JobFinderBody, reply: JobFinderResult },
    ({ body, siteOrigin }) => findMachines(body, siteOrigin),
  )
  deps.publicReads.define(app, {
    path: PATH,
    tag,
    summary: `${summary}. The parameters are those of the request with a body`,
    query: JobFinderBody,
    body: JobFinderResult,
    load: async ({ query, origin }) => ({ body: await findMachines(query, origin) }),
  })
}

const toVariant = ({ machine: { id, slug, name }, text }: NonNullable<RankedMachine['variant']>) => ({
  id,
  slug,
  name,
  text,
})
