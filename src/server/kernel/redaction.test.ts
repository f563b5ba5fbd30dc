import { expect, test } from 'vitest'
import { createRedaction } from './redaction.ts'

const PERSON = {
  names: ['Meera Rao', 'M. (Meera) Raghavan'],
  emails: ['meera.rao@valves.example'],
  phones: ['+91 98400 12345', '44-265'],
}

test.each([
  ['Dear Ms Meera Rao,', 'Dear Ms X,'],
  ["MEERA's lathe, for rao", "X's lathe, for X"],
  ['Mail to Meera.Rao@valves.example.', 'Mail to X.'],
  ['Call 9840012345, +919840012345 or (98400) 123-45', 'Call X, +X or (X'],
  ['1984001234567 is another number, 44-265 is too short', null],
  ['Meeran and Raolar are others, and valves.example is a company', null],
  ['', null],
])('%j without the person is %j', (text, expected) => {
  expect(createRedaction(PERSON, 'X')(text)).toBe(expected ?? text)
})

test('Nothing is replaced for a person of whom nothing is known, or who was erased before', () => {
  for (const names of [[], ['', ' '], ['Erased']])
    expect(createRedaction({ names, emails: [], phones: [''] }, 'Erased')('Erased on Monday')).toBe(
      'Erased on Monday',
    )
})

test('A text of 100 kB takes less than 200 ms of processor time', () => {
  const redact = createRedaction(PERSON, 'X')
  for (const part of ['9', '98400 1234 ', 'Meera', ' (', 'é']) {
    const start = process.cpuUsage()
    redact(part.repeat(100_000 / part.length))
    expect(process.cpuUsage(start).user / 1000, part).toBeLessThan(200)
  }
})
