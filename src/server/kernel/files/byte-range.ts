/** A part of a file. 'whole': the request asks for no part, or in a form that servers may ignore. */
type RequestedRange = { start: number; end: number } | 'whole' | 'unsatisfiable'

/** Parses a Range header with one range of bytes (RFC 9110, 14.2) for a file of this size. */
export function parseByteRange(header: string | undefined, bytes: number): RequestedRange {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), bytes)
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= bytes ? 'unsatisfiable' : { start, end }
}
