const PROJECT = new URL('../../../', import.meta.url).pathname
const FRAME = /^ {4}at (?:([\w$.<>[\]# ]+) \()?((?:file:\/\/|node:)?[^\s()]+:\d+:\d+)\)?$/
/** Also PostgreSQL's, such as 40001. */
const CODE = /^(?:[A-Z][A-Z\d_]{1,60}|[A-Z\d]{5})$/
const MOST_CAUSES = 3
/** What SQLite says in names of the schema alone. Others, such as those of its text index, may quote what was searched. */
const SCHEMA_WORDS = /^(?:no such table: \w+|(?:UNIQUE|NOT NULL|CHECK|FOREIGN KEY) constraint failed\b.*)$/

interface LoggedError {
  [key: string]: unknown
  type: string
  /** The database's own words; '' for everything else. */
  message: string
  stack: string
}

/**
 * What the log may know of an error: its kind, its codes and where in the program it was thrown. Never its message, which
 * may quote what a visitor sent, nor where on this machine the program stands.
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' && CODE.test(code) && { code }),
    ...(typeof errcode === 'number' && { errcode }),
    message: code === 'ERR_SQLITE_ERROR' ? wordsOfSqlite(error) : '',
    stack: framesOf(error),
    ...(error.cause instanceof Error &&
      depth < MOST_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  }
}

function wordsOfSqlite(error: Error & { errstr?: unknown }): string {
  if (SCHEMA_WORDS.test(error.message)) return error.message
  return typeof error.errstr === 'string' ? error.errstr : ''
}

/** 'function (src/server/file.ts:1:2)', one a line, innermost first. */
function framesOf({ stack = '', message }: Error): string {
  const end = stack.indexOf(message)
  return (end < 0 ? stack : stack.slice(end + message.length))
    .split('\n')
    .map((line) => FRAME.exec(line))
    .filter((frame) => frame !== null)
    .map(([, name, place = '']) => (name ? `${name} (${withoutFolder(place)})` : withoutFolder(place)))
    .join('\n')
}

function withoutFolder(place: string): string {
  if (place.startsWith('node:')) return place
  const path = place.replace('file://', '').replace(/\?[^:]*/, '')
  if (path.startsWith(PROJECT)) return path.slice(PROJECT.length)
  const inPackage = path.lastIndexOf('node_modules/')
  return inPackage < 0 ? path.slice(path.lastIndexOf('/') + 1) : path.slice(inPackage)
}
