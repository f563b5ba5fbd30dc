import { toBusinessDate } from '#contracts/business-date.ts'
import { REPORT_GROUPS, type ReportGroup } from '#contracts/quotation/report-outcomes.ts'
import { useListParams } from '../../list/use-list-params.ts'
import { type Days, getDays, PERIODS, type Period } from './periods.ts'

export interface ReportParams extends Days {
  period: Period
  by: ReportGroup
}

/** Period and grouping of the report, which are in the URL. */
export function useReportParams() {
  const [params, change] = useListParams()
  const period = PERIODS.find((name) => name === params.get('period')) ?? 'year'
  const by = REPORT_GROUPS.find((name) => name === params.get('by')) ?? 'month'
  const today = toBusinessDate(new Date())
  const year = getDays('year', today)
  const days =
    period === 'own'
      ? { from: params.get('from') || year.from, to: params.get('to') || year.to }
      : getDays(period, today)
  const report: ReportParams = { ...days, period, by }
  return [report, change] as const
}

/** The query string of the report's API. */
export const toReportQuery = ({ from, to }: Days, by: ReportGroup): string =>
  String(new URLSearchParams({ from, to, by }))
