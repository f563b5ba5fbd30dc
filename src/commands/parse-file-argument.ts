import { parseArgs } from 'node:util'

/** The one file that a command was given, and whether --force stood beside it. Throws `usage` for anything else. */
export function parseFileArgument(usage: string): { file: string; force: boolean } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (!file || positionals.length > 1) throw new Error(usage)
  return { file, force: values.force }
}
