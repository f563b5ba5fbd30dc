import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Badge } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Panel, StatCard } from '#web/ui/panel.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { TAB_CLASS, Tabs } from '#web/ui/tabs.tsx'
import { Example } from './example.tsx'

const TABS = ['machines', 'parts', 'services']
const EXAMPLE_ROWS = [
  { name: 'CL 25 Capstan Lathe', type: 'machine', description: 'Bar work up to 25 mm.' },
  { name: 'Spring collet set, 25 mm', type: 'spare', description: 'Hardened and ground collets in a rack.' },
  {
    name: 'Spindle reconditioning',
    type: 'service',
    description: 'We strip, regrind, re-bearing and balance.',
  },
] as const

export function TabBars() {
  const [searchParams] = useSearchParams()
  const open = searchParams.get('tab') ?? TABS[0]
  return (
    <Example title="Tabs" note="Links with URLs of their own. A marine underline marks the current one.">
      <Tabs label="Example tabs">
        {TABS.map((tab) => (
          <Link
            key={tab}
            to={`?tab=${tab}`}
            replace
            preventScrollReset
            aria-current={tab === open ? 'page' : undefined}
            className={`${TAB_CLASS} capitalize`}
          >
            {tab}
          </Link>
        ))}
      </Tabs>
    </Example>
  )
}

export function Tables() {
  const [isReversed, setReversed] = useState(false)
  const rows = isReversed ? EXAMPLE_ROWS.toReversed() : EXAMPLE_ROWS
  const direction = isReversed ? 'descending' : 'ascending'
  const nameColumn = { label: 'Name', sort: { direction, onSort: () => setReversed(!isReversed) } } as const
  return (
    <Example
      title="Table and numbers"
      note="Hairlines and tabular numbers. A column header with an arrow sorts. On a narrow screen only the table scrolls."
    >
      <dl className="grid grid-cols-2 gap-4">
        <StatCard label="Total products" value={125} />
        <StatCard label="Still loading" value={undefined} />
      </dl>
      <Panel>
        <Table columns={['Featured', nameColumn, 'Type', 'Description']} className="min-w-160">
          {rows.map(({ name, type, description }) => (
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
      </Panel>
    </Example>
  )
}

export function Panels() {
  return (
    <Example title="Card" note="White on grey with a border and without a shadow.">
      <Panel title="Images" note="The first image is the cover.">
        <p>A card groups related content.</p>
      </Panel>
    </Example>
  )
}
