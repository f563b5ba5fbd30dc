import type { FastifyInstance } from 'fastify'
import { JobFinderBody, JobFinderResult } from '#contracts/catalogue/job-finder.ts'
import type { TranslatedLanguage } from '#messages/language.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { findByIds } from '../items/store.ts'
import type { ListingDeps } from '../listing/deps.ts'
import { toSummaries } from '../listing/item-response.ts'
import type { JobFinder } from './job-finder.ts'
import type { RankedMachine } from './rank.ts'

/** Of one network; no cache has the replies. The public page sends its jobs as addresses, which are cached. */
const RATE_LIMIT = { max: 300, timeWindow: '1 minute' }

const PATH = '/api/job-finder'
const tag = 'discovery'
const summary = 'The machines that fit a job, with reasons'

/** Registers the job finder: as a read for pages, whose address is the job, and as a request with a body. */
export function jobFinderRoutes(app: FastifyInstance, deps: ListingDeps, finder: JobFinder): void {
  const openWording = async (language: TranslatedLanguage) => {
    const translate = await deps.translator.open(language)
    return { language, translate: (text: string) => translate(text) ?? text }
  }
  const findMachines = async (
    body: JobFinderBody,
    origin: string,
    language?: TranslatedLanguage,
  ): Promise<JobFinderResult> => {
    const { machines, ...result } = await finder.find(body, language && (await openWording(language)))
    const items = await findByIds(
      deps.db,
      machines.map(({ machine }) => machine.id),
    )
    const summaries = new Map((await toSummaries(deps, origin, items)).map((item) => [item.id, item]))
    return {
      ...result,
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
    load: async ({ query, origin, language }) => ({ body: await findMachines(query, origin, language) }),
  })
}

const toVariant = ({ machine: { id, slug, name }, text }: NonNullable<RankedMachine['variant']>) => ({
  id,
  slug,
  name,
  text,
})
