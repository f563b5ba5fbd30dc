import { JOB_QUESTIONS, type JobQuestion } from '#contracts/catalogue/job-finder-questions.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import type { EditingDeps } from './deps.ts'
import { readSiteContent } from './store.ts'

/**
 * Throws 400 if a question of the job finder gets the name of a specification that no machine has, such as a misspelt one.
 * Names that are saved already may stay when their last machine is gone.
 */
export async function assertSpecificationsExist(
  { db, findUnknownSpecifications }: Pick<EditingDeps, 'db' | 'findUnknownSpecifications'>,
  { jobFinder }: SiteContent,
): Promise<void> {
  const saved = (await readSiteContent(db)).content.jobFinder
  const questions = Object.keys(JOB_QUESTIONS) as JobQuestion[]
  const added = questions.flatMap((question) =>
    jobFinder[question]
      .map((name, index) => ({ question, name, index }))
      .filter(({ name }) => !saved[question].includes(name)),
  )
  if (added.length === 0) return
  const unknown = await findUnknownSpecifications(added.map(({ name }) => name))
  const wrong = added.find(({ name }) => unknown.includes(name))
  if (!wrong) return
  const { question, name, index } = wrong
  const message = `Job finder, ${JOB_QUESTIONS[question]}: no machine has the specification ‘${name}’. Check its spelling.`
  throw badRequest(message, [{ field: `content.jobFinder.${question}.${index}`, message }])
}
