import { toBusinessDate } from '#contracts/business-date.ts'
import { REPORT_GROUPS, type ReportGroup } from '#contracts/quotation/report-outcomes.ts'
import { useListParams } from '../../list/use-list-params.ts'
import { type Days, getDays, PERIODS, type Period } from './periods.ts'

export interface PeriodParams extends Days {
  period: Period
}
export interface ReportParams extends PeriodParams {
  by: ReportGroup
}

/** The period of a report, which is in the URL. */
export function usePeriod(usual: Exclude<Period, 'own'>) {
  const [params, change] = useListParams()
  const period = PERIODS.find((name) => name === params.get('period')) ?? usual
  const today = toBusinessDate(new Date())
  const usualDays = getDays(usual, today)
  const days =
    period === 'own'
      ? { from: params.get('from') || usualDays.from, to: params.get('to') || usualDays.to }
      : getDays(period, today)
  return [{ ...days, period } satisfies PeriodParams, change] as const
}

/** Period and grouping of the report about quotations. */
export function useReportParams() {
  const [params] = useListParams()
  const [days, change] = usePeriod('year')
  const by = REPORT_GROUPS.find((name) => name === params.get('by')) ?? 'month'
  const report: ReportParams = { ...days, by }
  return [report, change] as const
}

/** The query string of the report's API. */
export const toReportQuery = ({ from, to }: Days, by: ReportGroup): string =>
  String(new URLSearchParams({ from, to, by }))
