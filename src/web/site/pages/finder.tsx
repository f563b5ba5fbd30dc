import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { JobFinderResult } from '#contracts/catalogue/job-finder.ts'
import { EMPTY_JOB_MESSAGE } from '#contracts/catalogue/job-finder-options.ts'
import { msg, t } from '#messages/messages.ts'
import { type ApiError, getErrorStatus } from '../../lib/api/api.ts'
import { useSearchParams } from '../../lib/navigation/navigation.tsx'
import { useSiteContent } from '../../lib/site-content.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { buildJobQuery, readAnswers } from '../features/finder/answers.ts'
import { JobForm } from '../features/finder/job-form.tsx'
import { JobResult } from '../features/finder/job-result.tsx'
import { getFinderTitles } from '../features/finder/titles.ts'
import { ErrorPanel } from '../items/error-panel.tsx'
import { PrintHeader } from '../items/print-header.tsx'
import { PageHead } from '../page-head.tsx'
import type { PageLocation } from '../page-module.ts'

const PAGE_TITLE = msg('Which machine fits my part?')

/** The address of the API is the key: the server renders the result of the address of the page. */
const getQueryKey = (query: string) => [`/api/job-finder?${query}`]

/** Fetches the result of the job in the address. */
export async function prefetchData(client: QueryClient, { search }: PageLocation): Promise<void> {
  const query = buildJobQuery(readAnswers(search))
  if (query) await client.prefetchQuery({ queryKey: getQueryKey(query) })
}

/** What is wrong with the answers, by field. */
const listAnswerErrors = ({ errors, message }: ApiError) =>
  errors.length > 0 ? errors : [{ field: '', message }]

/** Which machine fits a part: the questions, and the machines with reasons (docs/job-finder.md). */
export default function FinderPage() {
  const answers = readAnswers(useSearchParams())
  const query = buildJobQuery(answers)
  const { data, error, refetch } = useQuery<JobFinderResult>({
    queryKey: getQueryKey(query),
    enabled: query !== '',
  })
  const result = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [sent, setSent] = useState<{ query: string }>()
  const answered = useRef<typeof sent>(undefined)
  const problem =
    error && getErrorStatus(error) === 400
      ? listAnswerErrors(error as ApiError)
      : query === '' && sent?.query === ''
        ? [{ field: '', message: t(EMPTY_JOB_MESSAGE) }]
        : undefined
  const isSettled = Boolean(data ?? error) || query === ''
  /**
   * After the form was sent, the focus is in its first wrong field, or in the first one if the job as a whole is wrong; else on
   * its result, so that it is read aloud.
   */
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when another job is answered
  useEffect(() => {
    if (answered.current === sent || !isSettled) return
    answered.current = sent
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (wrong) return wrong.focus()
    if (problem) {
      form.current?.scrollIntoView({ block: 'start' })
      return form.current?.querySelector<HTMLElement>('[name=diameter]')?.focus({ preventScroll: true })
    }
    result.current?.focus({ preventScroll: true })
    result.current?.scrollIntoView({ block: 'start' })
  }, [isSettled, query, sent])
  return (
    <div className="page-width wrap-anywhere pt-[calc(var(--size-bar)+1.5rem)] pb-(--space-section)">
      <PageHead {...getFinderTitles(useSiteContent())} />
      <PrintHeader title={t(PAGE_TITLE)} path={query ? `/finder?${query}` : '/finder'} />
      <h1 className="print:hidden">{t(PAGE_TITLE)}</h1>
      <p className="mt-3 max-w-(--width-prose) text-muted print:hidden">
        {t(
          'Enter what you know about the part. We check every machine by its specifications and say why it fits or not.',
        )}
      </p>
      <JobForm
        key={query}
        answers={answers}
        problem={problem}
        form={form}
        onSend={(sentQuery) => setSent({ query: sentQuery })}
      />
      <div ref={result} id={problem ? undefined : 'result'} tabIndex={-1} className="pt-8 focus:outline-0">
        {error && !problem ? (
          <ErrorPanel
            message={t('We could not check the machines.')}
            reason={error.message}
            action={<Button onClick={() => void refetch()}>{t('Try Again')}</Button>}
          />
        ) : data ? (
          <JobResult result={data} />
        ) : query && !problem ? (
          <Spinner label={t('Checking the machines...')} />
        ) : (
          <p className="max-w-(--width-prose)">
            {t('The result appears here. One size, a tolerance or an operation is enough to begin with.')}
          </p>
        )}
      </div>
    </div>
  )
}
