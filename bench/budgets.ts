/** One measured value. `ratio`: relative to a bare node:http server that sends the same bytes. */
export interface Metric {
  value: number
  ratio?: number
}
export type Metrics = Record<string, Metric>

type Unit = 'kB' | 'MB' | 'ms' | 's' | '/s' | 'points' | 'files' | 'shift' | 'of 1'
type Budget = { atMost: number } | { atLeast: number } | { below: number } | { atLeastOfBare: number }

/** One row of the table. `fullOnly`: a quick run omits it. */
interface BudgetLine {
  id: string
  name: string
  unit: Unit
  budget?: Budget
  fullOnly?: true
}

/** All budgets, and the figures that are shown beside them. */
const BUDGET_LINES: BudgetLine[] = [
  { id: 'js-landing', name: 'Client program, landing', unit: 'kB', budget: { atMost: 95 } },
  { id: 'js-catalogue', name: 'Client program, catalogue', unit: 'kB', budget: { atMost: 95 } },
  { id: 'js-details', name: 'Client program, details', unit: 'kB', budget: { atMost: 95 } },
  { id: 'js-admin', name: 'JavaScript of the first admin screen', unit: 'kB', budget: { atMost: 220 } },
  { id: 'css', name: 'Styles, largest', unit: 'kB', budget: { atMost: 15 } },
  { id: 'fonts', name: 'Fonts, largest', unit: 'kB', budget: { atMost: 60 } },
  { id: 'font-files', name: 'Fonts, most files', unit: 'files', budget: { atMost: 2 } },
  { id: 'performance-landing', name: 'Lighthouse, landing', unit: 'points', budget: { atLeast: 98 } },
  { id: 'performance-catalogue', name: 'Lighthouse, catalogue', unit: 'points', budget: { atLeast: 98 } },
  { id: 'performance-details', name: 'Lighthouse, details', unit: 'points', budget: { atLeast: 98 } },
  { id: 'accessibility', name: 'Accessibility, lowest', unit: 'points', budget: { atLeast: 100 } },
  { id: 'best-practices', name: 'Best practices, lowest', unit: 'points', budget: { atLeast: 100 } },
  { id: 'seo', name: 'SEO, lowest', unit: 'points', budget: { atLeast: 100 } },
  { id: 'layout-shift', name: 'Layout shift, largest', unit: 'shift', budget: { below: 0.01 } },
  {
    id: 'felt-navigation',
    name: 'From click to next page, slowest',
    unit: 'ms',
    budget: { below: 100 },
    fullOnly: true,
  },
  {
    id: 'felt-inp',
    name: 'From input to paint, slowest',
    unit: 'ms',
    budget: { below: 100 },
    fullOnly: true,
  },
  {
    id: 'felt-return',
    name: 'Back gives pages as left',
    unit: 'of 1',
    budget: { atLeast: 1 },
    fullOnly: true,
  },
  { id: 'cached-landing', name: 'Cached landing page', unit: '/s', budget: { atLeastOfBare: 0.75 } },
  { id: 'cached-catalogue', name: 'Cached catalogue page', unit: '/s', budget: { atLeastOfBare: 0.75 } },
  { id: 'cached-details', name: 'Cached details page', unit: '/s', budget: { atLeastOfBare: 0.75 } },
  { id: 'uncached-landing', name: 'Uncached landing page, median', unit: 'ms', budget: { atMost: 3 } },
  { id: 'uncached-catalogue', name: 'Uncached catalogue page, median', unit: 'ms' },
  { id: 'uncached-details', name: 'Uncached details page, median', unit: 'ms' },
  { id: 'api-machines', name: 'List of 24 machines', unit: '/s', budget: { atLeastOfBare: 0.5 } },
  { id: 'api-spares', name: 'List of 24 spare parts', unit: '/s', budget: { atLeastOfBare: 0.5 } },
  { id: 'api-item', name: 'One machine', unit: '/s' },
  { id: 'api-media', name: 'Picture of 640 px', unit: '/s' },
  {
    id: 'search-100000',
    name: 'Search, 100,000 items, p99',
    unit: 'ms',
    budget: { atMost: 25 },
    fullOnly: true,
  },
  {
    id: 'search-postgres',
    name: 'Search, 100,000 items on PostgreSQL, p99',
    unit: 'ms',
    budget: { atMost: 25 },
    fullOnly: true,
  },
  {
    id: 'search-1000000',
    name: 'Search, 1,000,000 items, p99',
    unit: 'ms',
    budget: { atMost: 50 },
    fullOnly: true,
  },
  {
    id: 'filters-100000',
    name: 'Filters, 100,000 items, p99',
    unit: 'ms',
    budget: { atMost: 60 },
    fullOnly: true,
  },
  {
    id: 'filters-postgres',
    name: 'Filters, 100,000 items on PostgreSQL, p99',
    unit: 'ms',
    budget: { atMost: 60 },
    fullOnly: true,
  },
  {
    id: 'filters-1000000',
    name: 'Filters, 1,000,000 items, p99',
    unit: 'ms',
    budget: { atMost: 250 },
    fullOnly: true,
  },
  {
    id: 'first-page-1000000',
    name: 'First page, 1,000,000 items, p99',
    unit: 'ms',
    budget: { atMost: 50 },
    fullOnly: true,
  },
  { id: 'start-125', name: 'Start, 125 items', unit: 'ms', budget: { atMost: 1500 } },
  {
    id: 'start-1000000',
    name: 'Start, 1,000,000 items',
    unit: 'ms',
    budget: { atMost: 1500 },
    fullOnly: true,
  },
  { id: 'memory-idle', name: 'Memory, idle', unit: 'MB', budget: { atMost: 160 } },
  { id: 'memory-loaded', name: 'Memory, after load', unit: 'MB', budget: { atMost: 350 } },
  { id: 'memory-upload', name: 'Memory, uploading, peak', unit: 'MB', budget: { atMost: 500 } },
  { id: 'upload-others', name: 'Others while uploading, p99', unit: 'ms', budget: { atMost: 100 } },
  {
    id: 'import-sqlite',
    name: 'Import, 100,000 rows',
    unit: 's',
    budget: { atMost: 90 },
    fullOnly: true,
  },
  {
    id: 'import-memory-sqlite',
    name: 'Memory, import process, peak',
    unit: 'MB',
    budget: { atMost: 500 },
    fullOnly: true,
  },
  {
    id: 'import-others-sqlite',
    name: 'Others while importing, p99',
    unit: 'ms',
    budget: { atMost: 100 },
    fullOnly: true,
  },
  {
    id: 'import-postgres',
    name: 'Import, 100,000 rows on PostgreSQL',
    unit: 's',
    budget: { atMost: 90 },
    fullOnly: true,
  },
  {
    id: 'import-memory-postgres',
    name: 'Memory, import process on PostgreSQL, peak',
    unit: 'MB',
    budget: { atMost: 500 },
    fullOnly: true,
  },
  {
    id: 'import-others-postgres',
    name: 'Others while importing on PostgreSQL, p99',
    unit: 'ms',
    budget: { atMost: 100 },
    fullOnly: true,
  },
]

type Verdict = 'ok' | 'BROKEN' | 'not measured' | ''
export interface Row {
  name: string
  budget: string
  measured: string
  ratio: string
  verdict: Verdict
}

/** Returns every row with its value and whether it is within its budget. A missing value counts as exceeded. */
export function evaluateBudgets(metrics: Metrics, full: boolean): Row[] {
  return BUDGET_LINES.map((line) => {
    const metric = metrics[line.id]
    return {
      name: line.name,
      budget: line.budget ? formatBudget(line.budget, line.unit) : '',
      measured: metric ? formatValue(metric.value, line.unit) : '-',
      ratio: metric?.ratio === undefined ? '' : metric.ratio.toFixed(2),
      verdict: getVerdict(line, metric, full),
    }
  })
}

/** Returns the exit code: 1 if a budget is exceeded. */
export const getExitCode = (rows: Row[]): number => Number(rows.some((row) => row.verdict === 'BROKEN'))

function getVerdict({ budget, fullOnly }: BudgetLine, metric: Metric | undefined, full: boolean): Verdict {
  if (!metric && fullOnly && !full) return 'not measured'
  if (!budget) return metric ? '' : 'not measured'
  return metric && isWithinBudget(metric, budget) ? 'ok' : 'BROKEN'
}

/** Returns false for a value that is not a number. */
function isWithinBudget({ value, ratio = Number.NaN }: Metric, budget: Budget): boolean {
  if ('atMost' in budget) return value <= budget.atMost
  if ('atLeast' in budget) return value >= budget.atLeast
  if ('below' in budget) return value < budget.below
  return ratio >= budget.atLeastOfBare
}

function formatBudget(budget: Budget, unit: Unit): string {
  if ('atMost' in budget) return `≤ ${formatValue(budget.atMost, unit)}`
  if ('atLeast' in budget) return `≥ ${formatValue(budget.atLeast, unit)}`
  if ('below' in budget) return `< ${unit === 'shift' ? budget.below : formatValue(budget.below, unit)}`
  return `≥ ${budget.atLeastOfBare} of bare`
}

function formatValue(value: number, unit: Unit): string {
  if (unit === 'points' || unit === 'files') return String(value)
  if (unit === 'of 1') return value === 1 ? 'yes' : 'no'
  if (unit === 'shift') return value.toFixed(3)
  const digits = value < 100 && !Number.isInteger(value) ? 1 : 0
  const number = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return unit === '/s' ? `${number}/s` : `${number} ${unit}`
}
