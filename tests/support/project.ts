import { basename, join } from 'node:path'

/** The folder of the project. */
export const PROJECT = join(import.meta.dirname, '../..')

/** The compile cache of `npm start`. */
export const COMPILE_CACHE_DIR = join(PROJECT, 'node_modules/.cache/capstan')

/** Returns the program of this source file: as `npm test` has built it, or the source in a test file that is run alone. */
export function getProgram(source: string): string {
  const { PROGRAM_FOLDER } = process.env
  return PROGRAM_FOLDER ? join(PROGRAM_FOLDER, `${basename(source, '.ts')}.js`) : source
}
