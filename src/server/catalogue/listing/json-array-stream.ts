import { setImmediate } from 'node:timers/promises'

/** Read and written in one go; visitors come between one go and the next. */
const BATCH_SIZE = 100

/** The JSON of a list of any length, piece by piece, so that nobody waits behind it and little of it is in memory. */
export async function* streamJsonArray<Entry>(
  rowIds: number[],
  read: (rowIds: number[]) => Promise<Entry[]>,
): AsyncGenerator<string> {
  let separator = '['
  for (let start = 0; start < rowIds.length; start += BATCH_SIZE) {
    const entries = await read(rowIds.slice(start, start + BATCH_SIZE))
    for (const entry of entries) {
      yield separator + JSON.stringify(entry)
      separator = ','
    }
    await setImmediate()
  }
  yield separator === '[' ? '[]' : ']'
}
