import { EMAIL_DAYS, UNSENT_FILE_DAYS, VISIT_DAYS } from '#contracts/enquiry/retention.ts'
import { countOf } from '#contracts/format.ts'
import type { BlockOf } from '#contracts/publication/block-types.ts'
import { useSiteContent } from '#web/lib/site-content.tsx'

/** How long the data of customers are kept: the time of the settings, and those that are the same for every site. */
export function Retention({ block: { title } }: { block: BlockOf<'retention'> }) {
  const { retention } = useSiteContent().privacy
  const onRequest = 'Until you ask us to delete them'
  const rows = [
    [
      'Enquiries that led to no order, with files, notes and our answers',
      retention === 'never' ? onRequest : `${countOf(Number(retention) / 12, 'year')} after our last contact`,
    ],
    [
      'Orders, with the enquiries and quotations before them',
      'As long as warranty and tax law require. If you ask us to delete your data, we remove your name and contact details from them.',
    ],
    ['Reviews', onRequest],
    ['Files that were attached and not sent', countOf(UNSENT_FILE_DAYS, 'day')],
    ['Copies of emails that our website sent', countOf(EMAIL_DAYS, 'day')],
    [
      'Which pages were visited, without a name or an address',
      `${countOf(VISIT_DAYS, 'day')}; after that only sums are kept`,
    ],
  ]
  return (
    <section>
      <h2 className="mb-4 text-h3">{title}</h2>
      <dl className="border-line border-t">
        {rows.map(([what, time]) => (
          <div key={what} className="grid gap-x-6 border-line border-b py-3 sm:grid-cols-2">
            <dt className="font-semibold">{what}</dt>
            <dd>{time}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
