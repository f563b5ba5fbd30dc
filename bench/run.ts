import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { evaluateBudgets, getExitCode, type Row } from './budgets.ts'
import {
  budgetTable,
  latencyTable,
  lighthouseTable,
  pageWeightTable,
  scalingTable,
} from './markdown-tables.ts'
import { FULL_RUN, type Measurements, measureAll, QUICK_RUN } from './measure.ts'
import { toMetrics } from './report.ts'

const README = join(import.meta.dirname, 'README.md')
const RESULTS = join(import.meta.dirname, 'results.json')
const MARKERS = /(<!-- figures -->\n).*(<!-- end of figures -->)/s

await main()

/** Measures, prints the tables, writes them if requested, and exits with 1 if a budget is exceeded. */
async function main(): Promise<void> {
  const { quick, out, record } = readArguments()
  const startedAt = Date.now()
  const conditions = describeMachine()
  const measured = await measureAll(quick ? QUICK_RUN : FULL_RUN)
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1)
  const rows = evaluateBudgets(toMetrics(measured), !quick)
  const kind = quick ? 'A quick' : 'A full'
  const summary = `${kind} run of ${minutes} minutes on ${new Date(startedAt).toISOString().slice(0, 10)}; ${conditions}, calibration ${formatRange(measured.calibrationsMs)} ms.`
  const report = [summary, ...createTables(rows, measured)].join('\n\n')
  console.log(`\n${report}\n`)
  writeFileSync(resolve(out), `${JSON.stringify({ taken: summary, rows, measured }, null, 2)}\n`)
  if (record) writeFileSync(README, readFileSync(README, 'utf8').replace(MARKERS, `$1\n${report}\n\n$2`))
  for (const { name, budget, measured: found, ratio } of rows.filter(({ verdict }) => verdict === 'BROKEN'))
    console.error(`Broken: ${name}: ${found}${ratio && ` (${ratio} of bare)`}, budget ${budget}`)
  for (const failure of measured.failures) console.error(`Failed: ${failure}`)
  process.exitCode = measured.failures.length > 0 ? 1 : getExitCode(rows)
}

/** Exits with 2 and one sentence on an unknown argument. */
function readArguments() {
  try {
    return parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        record: { type: 'boolean', default: false },
        out: { type: 'string', default: RESULTS },
      },
    }).values
  } catch (error) {
    console.error(`${(error as Error).message}\nUsage: npm run bench -- [--quick] [--record] [--out FILE]`)
    process.exit(2)
  }
}

function createTables(
  rows: Row[],
  { weights, lighthouse, interactionLatency, scaling }: Measurements,
): string[] {
  return [
    budgetTable(rows),
    ...(scaling.length > 0 ? [scalingTable(scaling)] : []),
    ...(weights ? [pageWeightTable(weights)] : []),
    ...(lighthouse ? [lighthouseTable(lighthouse)] : []),
    ...(interactionLatency ? [latencyTable(interactionLatency)] : []),
  ]
}

function formatRange(values: number[]): string {
  return `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`
}

/** Describes the machine and its load before the run: values of a busy machine are too high. */
function describeMachine(): string {
  const [cpu] = cpus()
  const gigabytes = Math.round(totalmem() / 1e9)
  const [busy = 0] = loadavg()
  return `${cpus().length} × ${cpu?.model.trim()}, ${gigabytes} GB, Node ${process.version.slice(1)}, load average before ${busy.toFixed(1)}`
}
