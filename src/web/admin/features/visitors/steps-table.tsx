import { formatCount } from '#contracts/format.ts'
import { VISIT_STEPS, type VisitorReport } from '#contracts/visitors/visitor-report.ts'
import { Panel } from '#web/ui/panel.tsx'
import { formatShare, NumbersTable } from './numbers-table.tsx'

const TITLE = 'From visit to order'

/** The way from a visit to an order, with the share of the visits and the same numbers of the period before. */
export function StepsTable({ steps }: Pick<VisitorReport, 'steps'>) {
  const visits = steps[0]?.count ?? 0
  return (
    <Panel title={TITLE} note="A visit is all that one visitor does on one day">
      <NumbersTable
        label={TITLE}
        columns={['Step', 'Number', 'Share', 'Before']}
        rows={steps.map(({ step, count, before }) => ({
          key: step,
          name: VISIT_STEPS[step],
          numbers: [formatCount(count), formatShare(count, visits), formatCount(before)],
        }))}
      />
    </Panel>
  )
}
