import { BACKUP_MONTHS, EMAIL_DAYS, UNSENT_FILE_DAYS } from '#contracts/enquiry/retention.ts'
import { countOf } from '#contracts/format.ts'
import type { BlockOf } from '#contracts/publication/block-types.ts'
import { useSiteContent } from '#web/lib/site-content.tsx'

/** How long the data of customers are kept: the time of the settings, and those that are the same for every site. */
export function Retention({ block: { title } }: { block: BlockOf<'retention'> }) {
  const { enquiryMonths } = useSiteContent().privacy
  const onRequest = 'Until you ask us to delete them'
  const rows = [
    [
      'Enquiries, with the files and notes about them',
      enquiryMonths > 0 ? `${countOf(enquiryMonths, 'month')} after our last contact` : onRequest,
    ],
    [
      'Quotations and orders',
      'As long as tax law requires. When we delete your data, your name and contact details are removed from them.',
    ],
    ['Reviews', onRequest],
    ['Files that were attached and not sent', countOf(UNSENT_FILE_DAYS, 'day')],
    ['Emails that our website sent to you', countOf(EMAIL_DAYS, 'day')],
    ['Backups of all of this', `At most ${countOf(BACKUP_MONTHS, 'month')}`],
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
