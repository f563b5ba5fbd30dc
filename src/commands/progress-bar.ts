const BAR_CELLS = 30
const REDRAW_MS = 100
/** Where nobody watches, in a log, a line now and then is enough. */
const LINE_MS = 5000

interface Progress {
  step: string
  done: number
  total: number
}

/** A bar that moves on a terminal; plain lines elsewhere. `end` leaves the cursor on a line of its own. */
export function showProgress(output: NodeJS.WriteStream = process.stdout) {
  let last: Progress | undefined
  let nextAt = 0
  let isOpen = false
  const draw = (progress: Progress) => {
    output.write(output.isTTY ? `\r${bar(progress)}` : `${line(progress)}\n`)
    isOpen = output.isTTY
  }
  return {
    update(progress: Progress) {
      const isNew = progress.step !== last?.step
      if (isNew && isOpen && last) output.write(`\r${bar({ ...last, done: last.total })}\n`)
      last = progress
      const now = performance.now()
      if (!isNew && now < nextAt) return
      nextAt = now + (output.isTTY ? REDRAW_MS : LINE_MS)
      draw(progress)
    },
    end() {
      if (isOpen && last) output.write(`\r${bar(last)}\n`)
      isOpen = false
    },
  }
}

const partOf = ({ done, total }: Progress) => (total === 0 ? 1 : Math.min(1, done / total))

function bar(progress: Progress): string {
  const filled = Math.floor(partOf(progress) * BAR_CELLS)
  const cells = '#'.repeat(filled) + '.'.repeat(BAR_CELLS - filled)
  return `${progress.step.padEnd(18)} [${cells}] ${percent(progress).padStart(5)}`
}

const line = (progress: Progress) =>
  `${progress.step}: ${progress.done.toLocaleString('en-GB')} of ${progress.total.toLocaleString('en-GB')} (${percent(progress)})`

const percent = (progress: Progress) => `${Math.floor(partOf(progress) * 100)} %`
