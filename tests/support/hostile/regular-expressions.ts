import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { PROJECT } from '../project.ts'

/** A regular expression of the source code. */
export interface FoundExpression {
  file: string
  pattern: RegExp
}

/** What the server runs. Migrations run once, on what is stored, and never change. */
const SOURCES = ['src/*.ts', 'src/{server,contracts,messages,web/{site,lib,ui}}/**/*.{ts,tsx}']
const isSource = (file: string) => !/\.test\.tsx?$|\/migrations\//.test(file)

/** Imports modules, and prints the expressions that they create while they load, with the place. */
const RECORDER = `
const found = []
globalThis.RegExp = new Proxy(RegExp, {
  construct(target, args, newTarget) {
    const pattern = Reflect.construct(target, args, newTarget)
    const place = /src\\/[^\\n)]*:\\d+(?=:\\d+)/.exec(new Error().stack.split('\\n')[2] ?? '')?.[0]
    if (place) found.push({ place, source: pattern.source, flags: pattern.flags })
    return pattern
  },
})
for (const file of process.argv.slice(1)) await import(file)
console.log(JSON.stringify(found))
process.exit()`

/** Lists the regular expressions of the code that the server runs: literals, and those that are created from texts. */
export function listRegularExpressions(): FoundExpression[] {
  const literals: FoundExpression[] = []
  const created: { file: string; place: string; node: ESTree.NewExpression }[] = []
  for (const file of globSync(SOURCES, { cwd: PROJECT }).filter(isSource)) {
    const code = readFileSync(join(PROJECT, file), 'utf8')
    new Visitor({
      Literal(node) {
        if ('regex' in node)
          literals.push({ file, pattern: new RegExp(node.regex.pattern, node.regex.flags) })
      },
      NewExpression(node) {
        if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
        created.push({ file, place: `${file}:${code.slice(0, node.start).split('\n').length}`, node })
      },
    }).visit(parseSync(file, code).program)
  }
  const loaded = recordLoaded(
    [...new Set(created.map(({ file }) => file))].filter((file) => file.endsWith('.ts')),
  )
  const places = new Set(loaded.map(({ place }) => place))
  const inFunctions = created.filter(({ place }) => !places.has(place))
  return [
    ...literals,
    ...loaded.map(({ place, source, flags }) => ({ file: place, pattern: new RegExp(source, flags) })),
    ...inFunctions.map(({ place, node }) => ({ file: place, pattern: createSample(place, node) })),
  ]
}

const recordLoaded = (files: string[]): { place: string; source: string; flags: string }[] =>
  JSON.parse(
    execFileSync(
      process.execPath,
      ['--input-type=module', '--eval', RECORDER, ...files.map((file) => join(PROJECT, file))],
      { encoding: 'utf8' },
    ),
  )

/** The expression that a function creates when each of the texts that it inserts is '1'. */
function createSample(place: string, { arguments: [text, flags] }: ESTree.NewExpression): RegExp {
  const template = text?.type === 'TaggedTemplateExpression' ? text.quasi : text
  if (template?.type !== 'TemplateLiteral') throw new Error(`Cannot read the expression of ${place}`)
  const isRaw = text !== template
  const source = template.quasis.map(({ value }) => (isRaw ? value.raw : value.cooked)).join('1')
  return new RegExp(source, flags?.type === 'Literal' ? String(flags.value) : '')
}
