import { parseArgs } from 'node:util'

/** Parses the arguments `FILE [--force]`. Throws an error with the message `usage` for anything else. */
export function parseFileArgument(usage: string): { file: string; force: boolean } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (!file || positionals.length > 1) throw new Error(usage)
  return { file, force: values.force }
}
