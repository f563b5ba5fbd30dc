import { Link, useSearchParams } from 'react-router'
import { Badge } from '../../../ui/badge.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { FigurePlate, Plate } from '../../../ui/plate.tsx'
import { Table, TableCell, TableRow } from '../../../ui/table.tsx'
import { TAB, Tabs } from '../../../ui/tabs.tsx'
import { Specimen } from './specimen.tsx'

const TABS = ['machines', 'parts', 'services']
const LINES = [
  { name: 'CL 25 Capstan Lathe', type: 'machine', description: 'Bar work up to 25 mm.' },
  { name: 'Spring collet set, 25 mm', type: 'spare', description: 'Hardened and ground collets in a rack.' },
  {
    name: 'Spindle reconditioning',
    type: 'service',
    description: 'We strip, regrind, re-bearing and balance.',
  },
] as const

export function TabBars() {
  const [parameters] = useSearchParams()
  const open = parameters.get('tab') ?? TABS[0]
  return (
    <Specimen title="Tabs" note="Links with addresses of their own; a marine foot marks the open one.">
      <Tabs label="Specimen tabs">
        {TABS.map((tab) => (
          <Link
            key={tab}
            to={`?tab=${tab}`}
            replace
            preventScrollReset
            aria-current={tab === open ? 'page' : undefined}
            className={`${TAB} capitalize`}
          >
            {tab}
          </Link>
        ))}
      </Tabs>
    </Specimen>
  )
}

export function Tables() {
  return (
    <Specimen
      title="Table and figures"
      note="Hairlines, tabular figures; a narrow screen scrolls the table alone."
    >
      <dl className="grid grid-cols-2 gap-4">
        <FigurePlate label="Total products" value={125} />
        <FigurePlate label="Still loading" value={undefined} />
      </dl>
      <Plate>
        <Table columns={['Featured', 'Name', 'Type', 'Description']} className="min-w-160">
          {LINES.map(({ name, type, description }) => (
            <TableRow key={name}>
              <TableCell>
                <Checkbox aria-label={`Featured: ${name}`} defaultChecked={type === 'machine'} />
              </TableCell>
              <TableCell className="whitespace-nowrap font-semibold">{name}</TableCell>
              <TableCell className="capitalize">
                <Badge tone={type}>{type}</Badge>
              </TableCell>
              <TableCell className="max-w-88 truncate text-muted">{description}</TableCell>
            </TableRow>
          ))}
        </Table>
      </Plate>
    </Specimen>
  )
}

export function Plates() {
  return (
    <Specimen title="Card" note="White on the grey ground, an edge and no shadow: it does not float.">
      <Plate title="Images" note="The first one is the cover.">
        <p>What belongs together stands on one.</p>
      </Plate>
    </Specimen>
  )
}
