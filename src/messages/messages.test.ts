import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { t, tParts } from '#messages/messages.ts'
import { compileMessage } from './compile-message.ts'
import { type CompiledMessage, formatParts } from './format-message.ts'
import { TRANSLATED_LANGUAGES } from './language.ts'
import { findMessageCalls, type SyntaxNode, visit } from './message-calls.ts'

const format = (text: string, values = {}) => formatParts(compileMessage(text), values, 'en-IN').join('')

test.each([
  ['Save', {}, 'Save'],
  ["It's {name}'s turn", { name: 'Ravi' }, "It's Ravi's turn"],
  [
    '{count, plural, one {# machine} other {# machines}} in {place}',
    { count: 1, place: 'Pune' },
    '1 machine in Pune',
  ],
  ['{count, plural, =0 {No machines} one {# machine} other {# machines}}', { count: 0 }, 'No machines'],
  [
    '{count, plural, =0 {No machines} one {# machine} other {# machines}}',
    { count: 125000 },
    '1,25,000 machines',
  ],
  ["The file ''{name}'' has {size}.", { name: 'a.pdf', size: 4.5 }, "The file 'a.pdf' has 4.5."],
  ['{kind, select, part {A part} other {A machine}}', { kind: 'part' }, 'A part'],
  ['{kind, select, part {A part} other {A machine}}', { kind: 'none' }, 'A machine'],
])("'%s' with %j is '%s'", (text, values, expected) => {
  expect(format(text, values)).toBe(expected)
})

test('Values of other languages take the plural forms of their language', () => {
  const message = compileMessage('{count, plural, one {jeden} few {# stroje} other {# strojů}}')
  expect([1, 3, 5].map((count) => formatParts(message, { count }, 'cs').join(''))).toEqual([
    'jeden',
    '3 stroje',
    '5 strojů',
  ])
})

test('A text gets values of the types that it needs; elements stand among its words', () => {
  expect(t('Copied')).toBe('Copied')
  expect(t('{count, plural, one {# item} other {# items}} for {price}', { count: 2, price: '₹1,000' })).toBe(
    '2 items for ₹1,000',
  )
  expect(tParts('Read our {notice}.', { notice: 'element' })).toEqual(['Read our ', 'element', '.'])
  // @ts-expect-error a value is missing
  expect(t('To {place}')).toBe('To ')
  // @ts-expect-error a plural counts
  expect(t('{count, plural, one {# item} other {# items}}', { count: 'two' })).toContain('items')
  // @ts-expect-error it has no such value
  expect(t('To {place}', { place: 'Pune', count: 2 })).toBe('To Pune')
  const variable: string = 'Copied'
  // @ts-expect-error nothing shows that this text has translations
  expect(t(variable)).toBe('Copied')
})

test.each([
  '{count, selectordinal, one {#st} other {#th}}',
  '{when, date}',
  '{open',
  "of '{name}'",
  '{n, plural, offset:1 one {# a} other {# b}}',
])("'%s' is refused", (text) => {
  expect(() => compileMessage(text)).toThrow()
})

test('Browsers load messages that are compiled, and no compiler', () => {
  const scripts = globSync('dist/{site,admin}/**/*.js').map((file) => readFileSync(file, 'utf8'))
  expect(scripts.some((script) => script.includes('Failed to load products. Please try again.'))).toBe(true)
  const [compiled, compiler] = [' spare parts', 'EXPECT_ARGUMENT'].map((text) =>
    scripts.filter((script) => script.includes(text)),
  )
  expect(compiled!.length).toBeGreaterThan(0)
  expect(compiled!.filter((script) => script.includes(', plural,'))).toEqual([])
  expect(compiler).toEqual([])
})

/** Parts of the server that write texts for visitors in their language. */
const SERVER_MODULES = 'server/catalogue/job-finder'

const parseFiles = (pattern: string) =>
  globSync(pattern)
    .filter((file) => !file.includes('.test.'))
    .map((file) => ({ file, program: parseSync(file, readFileSync(file, 'utf8')).program }))

test('All messages of the code compile', () => {
  const messages = parseFiles(`src/{web,contracts,${SERVER_MODULES}}/**/*.{ts,tsx}`).flatMap(({ program }) =>
    findMessageCalls(program),
  )
  expect(messages.length).toBeGreaterThan(400)
  for (const { text } of messages) expect(() => compileMessage(text), text).not.toThrow()
})

test.each(TRANSLATED_LANGUAGES)(
  'All messages of the public site are in %s, with the same values, and no others',
  (language) => {
    const used = parseFiles(`src/{web/{site,ui,lib},contracts,${SERVER_MODULES}}/**/*.{ts,tsx}`).flatMap(
      ({ program }) => findMessageCalls(program).map(({ text }) => text),
    )
    const translated: Record<string, string> = JSON.parse(
      readFileSync(`src/messages/languages/${language}.json`, 'utf8'),
    )
    expect(Object.keys(translated).toSorted()).toEqual([...new Set(used)].toSorted())
    for (const [text, translation] of Object.entries(translated))
      expect(listValues(compileMessage(translation)), translation).toEqual(listValues(compileMessage(text)))
  },
)

/** The names of the values of a message. Another language may need the plural forms of a number that has one in English. */
function listValues(message: CompiledMessage): string[] {
  if (typeof message === 'string') return []
  const values = message.flatMap((part) => {
    if (typeof part === 'string' || part === 0) return []
    const [name, by = '', branches = {}] = part
    return [`${name}${by === 2 ? ' selects' : ''}`, ...Object.values(branches).flatMap(listValues)]
  })
  return [...new Set(values)].toSorted()
}

test('Every text that a component of the public site shows is a message', () => {
  const found = parseFiles('src/web/{site,ui}/**/*.tsx').flatMap(({ file, program }) =>
    findTextsWithoutMessage(program).map((text) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})

const SHOWN_ATTRIBUTES = /^(?:aria-label|aria-valuetext|alt|title|placeholder|label|hint|data-tooltip)$/
/** Not a unit or the name of a key. */
const WORD = /\p{L}{3}/u

/** Returns the texts that a module shows as words of an element or in an attribute without a message. */
function findTextsWithoutMessage(program: unknown): string[] {
  const found: string[] = []
  const add = (node: unknown) => {
    const text = readShown(node as SyntaxNode)
    if (text && WORD.test(text)) found.push(text.trim())
  }
  visit(program, (node) => {
    const { children, name, value } = node as SyntaxNode & Record<'children' | 'name' | 'value', unknown>
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of children as unknown[]) add(child)
    if (node.type === 'JSXAttribute' && SHOWN_ATTRIBUTES.test(String((name as { name: unknown }).name)))
      add(value)
  })
  return found
}

/** The words of a child or a value, as far as they stand in the code. */
function readShown(node: SyntaxNode | null): string {
  if (!node) return ''
  const inner = node as SyntaxNode & Record<string, unknown>
  switch (node.type) {
    case 'JSXText':
    case 'Literal':
      return typeof inner.value === 'string' ? inner.value : ''
    case 'TemplateLiteral':
      return (inner.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(' ')
    case 'JSXExpressionContainer':
      return readShown(inner.expression as SyntaxNode)
    case 'ConditionalExpression':
      return [inner.consequent, inner.alternate].map((each) => readShown(each as SyntaxNode)).join(' ')
    case 'LogicalExpression':
      return readShown(inner.right as SyntaxNode)
    default:
      return ''
  }
}

test('A text that a component shows without a message is found', () => {
  const { program } = parseSync(
    'shown.tsx',
    '<p title="Of all">{t("Kept")} Words <b aria-label={on ? "Chosen" : t("Off")}>{count} mm</b>{on && "Third"}</p>',
  )
  expect(findTextsWithoutMessage(program).toSorted()).toEqual(['Chosen', 'Of all', 'Third', 'Words'])
})
