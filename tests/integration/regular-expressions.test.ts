import vm from 'node:vm'
import { expect, test } from 'vitest'
import { createHostileTexts } from '../support/hostile/hostile-texts.ts'
import { listRegularExpressions } from '../support/hostile/regular-expressions.ts'

/** The last length is that of the rule; a slow pattern is found sooner with a shorter text. */
const LENGTHS = [50, 1000, 5000, 20_000, 100_000]
const MAX_MS = 50
/** From this length on, only the texts are tried that were slowest before. */
const SELECTION_LENGTH = 5000
const MAX_SLOWEST = 6
/** A measurement of several texts is stopped after this time; its other texts follow in another one. */
const TIMEOUT_MS = 500
const CONFIRMATION_TIMEOUT_MS = 1000

/** Processor time of this thread in ms: other load does not count. */
const now = () => process.threadCpuUsage().user / 1000
const context = vm.createContext({ now })
/** Replaces all matches, because no other way to apply a pattern searches more. */
const measure = new vm.Script(`
  for (const text of texts) {
    const start = now()
    text.replace(pattern, '')
    times.push(now() - start)
  }`)

/** Returns the duration in ms for each text until the time is over, and at least for one. */
function measureTexts(pattern: RegExp, texts: string[], timeoutMs = TIMEOUT_MS): number[] {
  const times: number[] = []
  Object.assign(context, { pattern, texts, times })
  try {
    measure.runInContext(context, { timeout: timeoutMs })
  } catch {
    // A text that comes after others is measured again, because it need not be the one that took the time.
    if (times.length === 0) times.push(timeoutMs)
  }
  return times
}

/** Returns a text on which the pattern is too slow, shortened; undefined if there is none. */
function findSlowText({ source, flags }: RegExp, lengths = LENGTHS): string | undefined {
  const pattern = new RegExp(source, [...new Set(`${flags}g`)].join(''))
  let makers = createHostileTexts(pattern)
  for (const length of lengths) {
    const texts = makers.map((make) => make(length))
    const times: number[] = []
    while (times.length < texts.length) {
      times.push(...measureTexts(pattern, texts.slice(times.length)))
      const last = texts[times.length - 1]!
      if (isSlow(pattern, last, times.at(-1)!)) return describeText(last)
    }
    const order = times.map((_, index) => index).sort((a, b) => times[b]! - times[a]!)
    const slowest = texts[order[0] ?? 0]
    if (slowest === undefined) return undefined
    if (isSlow(pattern, slowest, times[order[0]!]!)) return describeText(slowest)
    if (length >= SELECTION_LENGTH) makers = order.slice(0, MAX_SLOWEST).map((index) => makers[index]!)
  }
  return undefined
}

const describeText = (text: string): string => `${text.slice(0, 40)}… (${text.length} characters)`

/** With a limit that other load does not reach: a measurement may have been stopped because of it. */
const isSlow = (pattern: RegExp, text: string, ms: number): boolean =>
  ms > MAX_MS && measureTexts(pattern, [text], CONFIRMATION_TIMEOUT_MS)[0]! > MAX_MS

test('No regular expression that the server runs takes longer than 50 ms for a hostile text of 100 kB', {
  timeout: 300_000,
}, () => {
  const found = Map.groupBy(listRegularExpressions(), ({ pattern }) => String(pattern))
  expect(found.size).toBeGreaterThan(500)
  const slow = [...found].flatMap(([pattern, [first]]) => {
    const text = findSlowText(first!.pattern)
    return text === undefined ? [] : [`${first!.file}: ${pattern} for ${JSON.stringify(text)}`]
  })
  expect(slow).toEqual([])
})

test.each([
  /^[ .]+|[ .]+$/g,
  /^\W+|\W+$/g,
  /(?:a|aa)+$/,
  /\s*,\s*\d/,
  /,(?![^[\]]*\])/,
  /^(.*?)\s*\[([^[\]]*)\]$/s,
  /\B(?=(?:\d{3})+$)/g,
  /[\p{L}.-]+(?: [\p{L}.-]+)* [×x] \d/u,
  /[^\s@]+@[^\s@]+\.[a-z]{2,}/i,
  /\s*-?\s*\d*\s*(?:UNC|UNF)/y,
])('The hostile texts find that %s is slow', (pattern) => {
  // Shorter texts take longer, because all of them are tried.
  const longLengths = LENGTHS.filter((length) => length > SELECTION_LENGTH)
  expect(findSlowText(pattern, longLengths)).toBeDefined()
})

test('The hostile texts that were slowest with 5,000 characters find a slow pattern', () => {
  expect(findSlowText(/\b(?:are you|is it)\b.*\bopen\b/)).toBeDefined()
})
