import type { JobReason, JobVerdict, JudgedMachine } from '#contracts/catalogue/job-finder.ts'
import { formatRupees } from '#contracts/format.ts'
import { type Message, msg, t } from '#messages/messages.ts'
import { ItemLink, SiteLink } from '#web/lib/navigation/navigation.tsx'
import { getPlaceholder, ItemPicture } from '../../items/pictures/picture.tsx'
import { UnitText } from '../../items/units.tsx'
import { QuoteForJob } from './quote-for-job.tsx'

const VERDICTS: Record<JobVerdict, { label: Message; sign: string; badge: string; text: string }> = {
  fits: { label: msg('Fits'), sign: '✓', badge: 'bg-success-soft text-success', text: 'text-success' },
  caution: {
    label: msg('Fits with limits'),
    sign: '!',
    badge: 'bg-warning-soft text-warning',
    text: 'text-warning',
  },
  unknown: {
    label: msg('To be checked'),
    sign: '?',
    badge: 'bg-surface-sunken text-ink',
    text: 'text-muted',
  },
  fails: { label: msg('Does not fit'), sign: '✕', badge: 'bg-danger-soft text-danger', text: 'text-danger' },
}

interface MachineCardProps {
  machine: JudgedMachine
  job: string
  heading: 'h3' | 'h4'
}

/** A machine with the reasons for and against it. */
export function MachineCard({ machine, job, heading: Heading }: MachineCardProps) {
  const { item, verdict, reasons, variant } = machine
  const { label, badge } = VERDICTS[verdict]
  return (
    <article className="grid break-inside-avoid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 border border-line bg-surface p-3 sm:grid-cols-[9rem_minmax(0,1fr)] sm:p-4 lg:grid-cols-[9rem_minmax(0,1fr)_14rem] lg:grid-rows-[auto_1fr] lg:gap-x-6">
      <div className="aspect-4/3 self-start overflow-hidden bg-stage lg:row-span-2">
        <ItemPicture
          picture={item.picture ?? undefined}
          placeholder={getPlaceholder(item.kind)}
          alt=""
          sizes="9rem"
        />
      </div>
      <div className="grid content-start gap-2">
        <Heading className="text-h4 leading-[1.15]">
          <ItemLink item={item} className="hover:underline">
            {item.name}
          </ItemLink>
        </Heading>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <span className={`badge ${badge}`}>{t(label)}</span>
          {variant && (
            <SiteLink
              to={`/product/${variant.slug}`}
              className="min-h-6 text-link underline underline-offset-4"
            >
              {`${variant.text}: ${variant.name}`}
            </SiteLink>
          )}
        </p>
      </div>
      <ul className="col-span-full lg:col-span-1 lg:col-start-2">
        <Reasons reasons={reasons} name={item.name} />
      </ul>
      <div className="col-span-full flex flex-wrap items-center justify-between gap-3 lg:col-span-1 lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:flex-col lg:items-stretch lg:justify-start">
        {item.price !== undefined && <p className="price lg:mb-1">{formatRupees(item.price)}</p>}
        {verdict !== 'fails' && (
          <QuoteForJob item={item} job={job}>
            {t('Enquire about this job')}
          </QuoteForJob>
        )}
      </div>
    </article>
  )
}

/** What decided comes first. */
function Reasons({ reasons, name }: { reasons: JobReason[]; name: string }) {
  return reasons.map(({ question, verdict, text, stated }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the reasons of a machine never change their order
    <li key={index} className="grid grid-cols-[1.25rem_minmax(0,1fr)]">
      <span aria-hidden="true" className={`font-head font-semibold ${VERDICTS[verdict].text}`}>
        {VERDICTS[verdict].sign}
      </span>
      <span>
        <b className="font-semibold">{question}</b>
        {': '}
        <UnitText text={text} />
        {stated && stated !== name && (
          <span className="text-muted text-sm">
            {' ('}
            <UnitText text={stated} />)
          </span>
        )}
      </span>
    </li>
  ))
}
