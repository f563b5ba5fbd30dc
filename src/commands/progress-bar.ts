const BAR_CELLS = 30
const REDRAW_INTERVAL_MS = 100
/** The interval of lines in output that is not a terminal. */
const LINE_INTERVAL_MS = 5000

interface Progress {
  step: string
  done: number
  total: number
}

/** Shows a progress bar on a terminal and lines elsewhere. `end` completes the bar and its line. */
export function showProgress(output: NodeJS.WriteStream = process.stdout) {
  let last: Progress | undefined
  let nextAt = 0
  let isOpen = false
  const draw = (progress: Progress) => {
    output.write(output.isTTY ? `\r${formatBar(progress)}` : `${formatLine(progress)}\n`)
    isOpen = output.isTTY
  }
  return {
    update(progress: Progress) {
      const isNew = progress.step !== last?.step
      if (isNew && isOpen && last) output.write(`\r${formatBar({ ...last, done: last.total })}\n`)
      last = progress
      const now = performance.now()
      if (!isNew && now < nextAt) return
      nextAt = now + (output.isTTY ? REDRAW_INTERVAL_MS : LINE_INTERVAL_MS)
      draw(progress)
    },
    end() {
      if (isOpen && last) output.write(`\r${formatBar(last)}\n`)
      isOpen = false
    },
  }
}

const getFraction = ({ done, total }: Progress) => (total === 0 ? 1 : Math.min(1, done / total))

function formatBar(progress: Progress): string {
  const filled = Math.floor(getFraction(progress) * BAR_CELLS)
  const cells = '#'.repeat(filled) + '.'.repeat(BAR_CELLS - filled)
  return `${progress.step.padEnd(18)} [${cells}] ${formatPercent(progress).padStart(5)}`
}

const formatLine = (progress: Progress) =>
  `${progress.step}: ${progress.done.toLocaleString('en-GB')} of ${progress.total.toLocaleString('en-GB')} (${formatPercent(progress)})`

const formatPercent = (progress: Progress) => `${Math.floor(getFraction(progress) * 100)} %`
