import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * The file in DATA_DIR and BACKUP_DIR with the ids of everyone who was erased, which outlives a restore (decision 0203). It has
 * no personal data: 'customer 0c8f...' in each line.
 */
export const ERASURES_FILE = 'erasures.txt'

export interface Erasure {
  subject: 'customer' | 'enquiry' | 'quotation'
  id: string
}

const LINE = /^(customer|enquiry|quotation) ([\w-]{1,100})$/

/** Returns what a list contains; undefined if there is no file. Other lines are ignored. */
export async function readErasures(file: string): Promise<Erasure[] | undefined> {
  const text = await readText(file)
  return text
    ?.split('\n')
    .map((line) => LINE.exec(line.trim()))
    .flatMap((hit) => (hit ? [{ subject: hit[1] as Erasure['subject'], id: hit[2]! }] : []))
}

/** Appends the erasures that a list lacks. Processes that do so at the same time lose nothing. */
export async function addErasures(file: string, erasures: Erasure[]): Promise<void> {
  const text = (await readText(file)) ?? ''
  const present = new Set(text.split('\n'))
  const lines = [...new Set(erasures.map(({ subject, id }) => `${subject} ${id}`))]
  const missing = lines.filter((line) => !present.has(line))
  if (missing.length === 0) return
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // A crash may have left a part of a line.
  const start = text === '' || text.endsWith('\n') ? '' : '\n'
  await appendFile(file, `${start}${missing.join('\n')}\n`, { mode: 0o600, flush: true })
}

const readText = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
