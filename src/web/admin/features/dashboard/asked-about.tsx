import { generatePath, Link } from 'react-router'
import type { Dashboard } from '#contracts/dashboard.ts'
import type { Kind } from '#contracts/item.ts'
import { ADMIN_PATHS } from '../../../lib/admin-paths.ts'
import { formatCount } from '../../../lib/format.ts'
import { may, useSignedIn } from '../session/session.ts'
import { Line, ListPlate } from './list-plate.tsx'

const EDIT: Record<Kind, (id: string) => string> = {
  machine: (productId) => generatePath(ADMIN_PATHS.editMachine, { productId }),
  spare: (sparePartId) => generatePath(ADMIN_PATHS.editSparePart, { sparePartId }),
  service: (serviceId) => generatePath(ADMIN_PATHS.editService, { serviceId }),
}

/** The items that enquiries of the year speak of most; whoever may change them gets there from here. */
export function AskedAbout({ data }: { data: Dashboard['askedAbout'] | undefined }) {
  const editor = may(useSignedIn(), 'catalogue.edit')
  return (
    <ListPlate
      title="Most asked about"
      note="Enquiries, 12 months"
      rows={8}
      empty="The items that people ask about most stand here."
      lines={data?.map(({ id, kind, name, enquiries }) => (
        <Line key={id} figure={formatCount(enquiries)}>
          {editor ? (
            <Link to={EDIT[kind](id)} className="text-link hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </Line>
      ))}
    />
  )
}
