import { EMAIL_DAYS, UNSENT_FILE_DAYS, VISIT_DAYS } from '#contracts/enquiry/retention.ts'
import type { BlockOf } from '#contracts/publication/block-types.ts'
import { t } from '#messages/messages.ts'
import { useSiteContent } from '#web/lib/site-content.tsx'

/** How long the data of customers are kept: the time of the settings, and those that are the same for every site. */
export function Retention({ block: { title } }: { block: BlockOf<'retention'> }) {
  const { retention } = useSiteContent().privacy
  const onRequest = t('Until you ask us to delete them')
  const rows = [
    [
      t('Enquiries that led to no order, with files, notes and our answers'),
      retention === 'never'
        ? onRequest
        : t('{count, plural, one {# year} other {# years}} after our last contact', {
            count: Number(retention) / 12,
          }),
    ],
    [
      t('Orders, with the enquiries and quotations before them'),
      t(
        'As long as warranty and tax law require. If you ask us to delete your data, we remove your name and contact details from them.',
      ),
    ],
    [t('Reviews'), onRequest],
    [
      t('Files that were attached and not sent'),
      t('{count, plural, one {# day} other {# days}}', { count: UNSENT_FILE_DAYS }),
    ],
    [
      t('Copies of emails that our website sent'),
      t('{count, plural, one {# day} other {# days}}', { count: EMAIL_DAYS }),
    ],
    [
      t('Which pages were visited, without a name or an address'),
      t('{count, plural, one {# day} other {# days}}; after that only sums are kept', { count: VISIT_DAYS }),
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
