import { join } from 'node:path'

/** The folder of the project. */
export const PROJECT = join(import.meta.dirname, '../..')

/** The compile cache of `npm start`. */
export const COMPILE_CACHE_DIR = join(PROJECT, 'node_modules/.cache/capstan')
