import { formatCount } from '#contracts/format.ts'
import { VISIT_STEPS, type VisitorReport } from '#contracts/visitors/visitor-report.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'

/** The way from a visit to an order, with the share of the visits and the same numbers of the period before. */
export function StepsTable({ steps }: Pick<VisitorReport, 'steps'>) {
  const visits = steps[0]?.count ?? 0
  return (
    <Panel title="From visit to order" note="A visit is all that one visitor does on one day">
      <div className="-mx-3">
        <Table
          label="From visit to order"
          columns={[
            'Step',
            { label: 'Number', align: 'end' },
            { label: 'Share', align: 'end' },
            { label: 'Before', align: 'end' },
          ]}
        >
          {steps.map(({ step, count, before }) => (
            <TableRow key={step}>
              <TableCell>{VISIT_STEPS[step]}</TableCell>
              <TableCell className="text-right tabular-nums">{formatCount(count)}</TableCell>
              <TableCell className="whitespace-nowrap text-right text-muted tabular-nums">
                {formatShare(count, visits)}
              </TableCell>
              <TableCell className="whitespace-nowrap text-right text-muted tabular-nums">
                {formatCount(before)}
              </TableCell>
            </TableRow>
          ))}
        </Table>
      </div>
    </Panel>
  )
}

/** 1, 8 → '12.5 %'; '–' of none. */
export const formatShare = (count: number, total: number): string =>
  total === 0 ? '–' : `${Math.round((count / total) * 1000) / 10} %`
