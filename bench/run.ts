import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { exitCodeOf, judge, type Row } from './budgets.ts'
import { figuresOf } from './figures.ts'
import { FULL, type Measured, measureAll, QUICK } from './measure.ts'
import { budgetTable, feelTable, growthTable, lighthouseTable, weightTable } from './tables.ts'

const README = join(import.meta.dirname, 'README.md')
const RESULTS = join(import.meta.dirname, 'results.json')
const MARKERS = /(<!-- figures -->\n).*(<!-- end of figures -->)/s

await main()

/** Measures, prints the tables, writes them where asked, and ends with 1 where a budget is broken. */
async function main(): Promise<void> {
  const { quick, out, record } = readArguments()
  const began = Date.now()
  const conditions = machine()
  const measured = await measureAll(quick ? QUICK : FULL)
  const minutes = ((Date.now() - began) / 60_000).toFixed(1)
  const rows = judge(figuresOf(measured), !quick)
  const kind = quick ? 'A quick' : 'A full'
  const taken = `${kind} run of ${minutes} minutes on ${new Date(began).toISOString().slice(0, 10)}; ${conditions}, the yardstick ${range(measured.yardsticks)} ms.`
  const report = [taken, ...tables(rows, measured)].join('\n\n')
  console.log(`\n${report}\n`)
  writeFileSync(resolve(out), `${JSON.stringify({ taken, rows, measured }, null, 2)}\n`)
  if (record) writeFileSync(README, readFileSync(README, 'utf8').replace(MARKERS, `$1\n${report}\n\n$2`))
  for (const { name, budget, measured: found, ratio } of rows.filter(({ verdict }) => verdict === 'BROKEN'))
    console.error(`Broken: ${name}: ${found}${ratio && ` (${ratio} of bare)`}, budget ${budget}`)
  for (const failure of measured.failures) console.error(`Failed: ${failure}`)
  process.exitCode = measured.failures.length > 0 ? 1 : exitCodeOf(rows)
}

/** Ends with a sentence and 2 for an argument that there is not. */
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

function tables(rows: Row[], { weights, lighthouse, feel, growth }: Measured): string[] {
  return [
    budgetTable(rows),
    ...(growth.length > 0 ? [growthTable(growth)] : []),
    ...(weights ? [weightTable(weights)] : []),
    ...(lighthouse ? [lighthouseTable(lighthouse)] : []),
    ...(feel ? [feelTable(feel)] : []),
  ]
}

function range(values: number[]): string {
  return `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`
}

/** What it ran on, and how busy that was before: figures of a busy machine are too high. */
function machine(): string {
  const [cpu] = cpus()
  const gigabytes = Math.round(totalmem() / 1e9)
  const [busy = 0] = loadavg()
  return `${cpus().length} × ${cpu?.model.trim()}, ${gigabytes} GB, Node ${process.version.slice(1)}, load average before ${busy.toFixed(1)}`
}
