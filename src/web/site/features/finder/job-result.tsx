import type { ReactNode } from 'react'
import type { JobFinderResult, JudgedMachine } from '#contracts/catalogue/job-finder.ts'
import { JOB_LIMITS } from '#contracts/catalogue/job-finder-options.ts'
import { t, tParts } from '#messages/messages.ts'
import { SiteLink } from '#web/lib/navigation/navigation.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { buildComparisonUrl } from '../../items/remembered/compared.ts'
import { UnitText } from '../../items/units.tsx'
import { MachineCard } from './machine-card.tsx'
import { QuoteForJob } from './quote-for-job.tsx'

/** Failing machines that are shown when no other is. */
const NEAREST = 3

/** The machines in the order in which they fit, with reasons. */
export function JobResult({ result }: { result: JobFinderResult }) {
  const { job, machines, checked, fitting } = result
  const pick = (...verdicts: JudgedMachine['verdict'][]) =>
    machines.filter(({ verdict }) => verdicts.includes(verdict))
  const fits = pick('fits', 'caution')
  const unknown = pick('unknown')
  const fails = pick('fails')
  const best = [...fits, ...unknown].slice(0, JOB_LIMITS.compared).map(({ item }) => item.slug)
  const nearest = best.length === 0 ? fails.slice(0, NEAREST) : []
  const others = fails.slice(nearest.length)
  return (
    <>
      <h2 className="text-h3">{getHeading(result, unknown.length)}</h2>
      <p className="mt-1.5 text-muted">
        <UnitText text={job} />
      </p>
      {fits.length === 0 && <NoFit result={result} hasUnknown={unknown.length > 0} />}
      {best.length > 1 && (
        <p className="mt-4 print:hidden">
          <SiteLink to={buildComparisonUrl(best)} className={buttonClass('outline')}>
            {best.length === JOB_LIMITS.compared ? t('Compare the best three') : t('Compare both')}
          </SiteLink>
        </p>
      )}
      <Machines machines={fits} job={job} />
      {fitting > fits.length && (
        <p className="mt-4 text-muted">
          {t('These are the best {shown} of {count} machines that fit.', {
            shown: fits.length,
            count: fitting,
          })}
        </p>
      )}
      <Machines title={t('May fit, to be checked')} machines={unknown} job={job} />
      <Machines title={t('The nearest machines')} machines={nearest} job={job} />
      {others.length > 0 && (
        <details className="mt-8 border-line border-t">
          <summary className="min-h-11 cursor-pointer py-3 font-head font-semibold text-h4">
            {nearest.length > 0 || others.length < checked - fitting - unknown.length
              ? t('More machines that do not fit')
              : t('{count, plural, one {# machine does not fit} other {# machines do not fit}}', {
                  count: others.length,
                })}
          </summary>
          <Machines machines={others} job={job} />
        </details>
      )}
    </>
  )
}

function getHeading({ checked, fitting }: JobFinderResult, unknownCount: number): string {
  if (checked === 0) return t('There are no machines in the catalogue yet')
  if (fitting === 0)
    return unknownCount > 0 ? t('No machine fits this job for certain') : t('No machine fits this job')
  return t('{fitting} of {checked} {fitting, plural, one {machines fits} other {machines fit}}', {
    fitting,
    checked,
  })
}

/** No machine fits: what is missing from the nearest, and a way to ask. */
function NoFit({ result: { job, machines }, hasUnknown }: { result: JobFinderResult; hasUnknown: boolean }) {
  const [nearest] = machines
  const missing = nearest?.reasons.filter(({ verdict }) => verdict === 'fails') ?? []
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 border-dim border-l-3 bg-surface-grey p-4">
      <p className="max-w-(--width-prose)">
        {hasUnknown
          ? t('The machines below may fit, but their specifications do not state everything.')
          : nearest &&
            tParts('The nearest machine is the {machine}: {reasons}.', {
              machine: nearest.item.name,
              reasons: <UnitText key="reasons" text={missing.map(({ text }) => text).join('; ')} />,
            })}
        {(hasUnknown || nearest) && ' '}
        {t('Ask us: your message then contains the job.')}
      </p>
      <QuoteForJob job={job} variant="default">
        {t('Ask us about this job')}
      </QuoteForJob>
    </div>
  )
}

function Machines({ title, machines, job }: { title?: ReactNode; machines: JudgedMachine[]; job: string }) {
  if (machines.length === 0) return null
  return (
    <>
      {title && <h3 className="mt-8 text-h4">{title}</h3>}
      <ol className="mt-4 grid gap-4">
        {machines.map((machine) => (
          <li key={machine.item.id}>
            <MachineCard machine={machine} job={job} heading={title ? 'h4' : 'h3'} />
          </li>
        ))}
      </ol>
    </>
  )
}
