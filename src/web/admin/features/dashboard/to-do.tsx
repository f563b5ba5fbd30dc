import { Link } from 'react-router'
import type { Dashboard, Lacking } from '#contracts/dashboard.ts'
import type { Kind } from '#contracts/item.ts'
import { ADMIN_PATHS } from '../../../lib/admin-paths.ts'
import { formatCount } from '../../../lib/format.ts'
import { may, useSignedIn } from '../session/session.ts'
import { Line, ListPlate } from './list-plate.tsx'

const WAITING: { what: keyof Dashboard['waiting']; label: string; to: string }[] = [
  { what: 'due', label: 'Enquiries that are due', to: `${ADMIN_PATHS.customers}?due=true` },
  {
    what: 'unanswered',
    label: 'New for more than a day',
    to: `${ADMIN_PATHS.customers}?status=new`,
  },
]
const LACKS: { what: Lacking; label: string }[] = [
  { what: 'picture', label: 'without a picture' },
  { what: 'price', label: 'without a price' },
  { what: 'specifications', label: 'with fewer than two specifications' },
]
const NAMES: Record<Kind, [one: string, many: string]> = {
  machine: ['machine', 'machines'],
  spare: ['spare part', 'spare parts'],
  service: ['service', 'services'],
}

/** Enquiries that somebody waits for. */
export function Waiting({ data }: { data: Dashboard['waiting'] | undefined }) {
  const reader = may(useSignedIn(), 'enquiries.read')
  const waiting = data && WAITING.filter(({ what }) => data[what] > 0)
  return (
    <ListPlate
      title="To answer"
      rows={2}
      empty="Nothing is waiting. Enquiries that are due, or new for more than a day, stand here."
      lines={waiting?.map(({ what, label, to }) => (
        <Line key={what} figure={data && formatCount(data[what])}>
          {reader ? (
            <Link to={to} className="text-link hover:underline">
              {label}
            </Link>
          ) : (
            label
          )}
        </Line>
      ))}
    />
  )
}

/** What items on the site lack, each line leading to the items. */
export function Lacks({ data }: { data: Dashboard['lacking'] | undefined }) {
  const lines = data?.flatMap((counts) =>
    LACKS.flatMap(({ what, label }) => {
      const count = counts[what] ?? 0
      if (count === 0) return []
      const name = NAMES[counts.kind][count === 1 ? 0 : 1]
      return [
        <Line key={`${counts.kind} ${what}`} figure={formatCount(count)}>
          <Link
            to={`${ADMIN_PATHS.items}?lacking=${what}&kind=${counts.kind}&state=published`}
            className="text-link hover:underline"
          >
            {name.charAt(0).toUpperCase() + name.slice(1)} {label}
          </Link>
        </Line>,
      ]
    }),
  )
  return (
    <ListPlate
      title="Lacking"
      note="Items on the site"
      rows={5}
      empty="Nothing is lacking. Items without a picture, a price or specifications stand here."
      lines={lines}
    />
  )
}
