import { median } from './statistics.ts'

const TEXT_PIECES = 8000
const ENTRIES = 400
const WARM_UP = 60
const RUNS = 401

/**
 * Returns the time of a fixed piece of work in milliseconds: concatenating strings, encoding, decoding and JSON. It uses
 * no code of the site, so that results of two versions or two machines can be compared.
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

/** The result depends on `seed`, so that the compiler cannot omit the work. */
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
