import { setImmediate } from 'node:timers/promises'

/** Read and written in one go; visitors come between one go and the next. */
const AT_ONCE = 100

/** The JSON of a list of any length, piece by piece, so that nobody waits behind it and little of it is in memory. */
export async function* wholeList<Entry>(
  rowIds: number[],
  read: (rowIds: number[]) => Promise<Entry[]>,
): AsyncGenerator<string> {
  let separator = '['
  for (let start = 0; start < rowIds.length; start += AT_ONCE) {
    const entries = await read(rowIds.slice(start, start + AT_ONCE))
    for (const entry of entries) {
      yield separator + JSON.stringify(entry)
      separator = ','
    }
    await setImmediate()
  }
  yield separator === '[' ? '[]' : ']'
}
