import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const PROJECT_ROOT = `${pathToFileURL(resolve(import.meta.dirname, '../../../..')).pathname}/`
const STACK_FRAME = /^ {4}at (?:([\w$.<>[\]# ]+) \()?((?:file:\/\/|node:)?[^\s()]+:\d+:\d+)\)?$/
/** Includes codes of PostgreSQL, such as 40001. */
const ERROR_CODE = /^(?:[A-Z][A-Z\d_]{1,60}|[A-Z\d]{5})$/
const MAX_CAUSES = 3
/** SQLite's messages that contain only names of the schema. Others, such as those of the text index, quote the search. */
const SAFE_SQLITE_MESSAGE =
  /^(?:no such table: \w+|(?:UNIQUE|NOT NULL|CHECK|FOREIGN KEY) constraint failed\b.*)$/

/**
 * Returns what may be logged of an error: its class, its codes and its stack with relative paths. The message is omitted,
 * because it may quote what a visitor sent, except for errors of SQLite.
 */
export function serializeError(
  error: unknown,
  depth = 0,
): { type: string; message: string; stack: string; [key: string]: unknown } {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' && ERROR_CODE.test(code) && { code }),
    ...(typeof errcode === 'number' && { errcode }),
    message: code === 'ERR_SQLITE_ERROR' ? getSafeSqliteMessage(error) : '',
    stack: formatStackFrames(error),
    ...(error.cause instanceof Error &&
      depth < MAX_CAUSES && { cause: serializeError(error.cause, depth + 1) }),
  }
}

/** Returns SQLite's message if it is safe, else its description of the result code. */
function getSafeSqliteMessage(error: Error & { errstr?: unknown }): string {
  if (SAFE_SQLITE_MESSAGE.test(error.message)) return error.message
  return typeof error.errstr === 'string' ? error.errstr : ''
}

/** Returns one line per frame, innermost first, such as 'function (src/server/file.ts:1:2)'. */
function formatStackFrames({ stack = '', message }: Error): string {
  const end = stack.indexOf(message)
  return (end < 0 ? stack : stack.slice(end + message.length))
    .split('\n')
    .map((line) => STACK_FRAME.exec(line))
    .filter((frame) => frame !== null)
    .map(([, name, location = '']) =>
      name ? `${name} (${toRelativePath(location)})` : toRelativePath(location),
    )
    .join('\n')
}

function toRelativePath(location: string): string {
  if (location.startsWith('node:')) return location
  const path = location.replace('file://', '').replace(/\?[^:]*/, '')
  if (path.startsWith(PROJECT_ROOT)) return path.slice(PROJECT_ROOT.length)
  const inPackage = path.lastIndexOf('node_modules/')
  return inPackage < 0 ? path.slice(path.lastIndexOf('/') + 1) : path.slice(inPackage)
}
