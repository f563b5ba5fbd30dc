import { median } from './statistics.ts'

const TEXT_PIECES = 8000
const ENTRIES = 400
const WARM_UP = 60
const RUNS = 401

/**
 * How long this machine takes for a piece of work that is always the same, in milliseconds: a text put together of many
 * pieces, turned into bytes and back, and read and written as JSON. What the site does of all, and none of the site's
 * code, so that runs of two versions, or of two hours of a shared machine, can be held against each other.
 */
export function calibrateMachine(): number {
  for (let time = 0; time < WARM_UP; time++) runWorkload(time)
  const durations = Array.from({ length: RUNS }, (_, time) => {
    const began = performance.now()
    runWorkload(time)
    return performance.now() - began
  })
  return median(durations)
}

/** Depends on `seed`, so that nothing of it can be left out. */
function runWorkload(seed: number): number {
  let text = ''
  for (let piece = 0; piece < TEXT_PIECES; piece++) text += `<a href="/${piece ^ seed}">₹ `
  const bytes = Buffer.from(text)
  const entries = Array.from({ length: ENTRIES }, (_, index) => ({
    id: index ^ seed,
    name: text.slice(index, index + 40),
  }))
  const copy = JSON.parse(JSON.stringify(entries)) as typeof entries
  return bytes.toString().length + copy.length
}
