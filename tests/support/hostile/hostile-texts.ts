type Node =
  | { kind: 'choice'; options: Node[] }
  | { kind: 'sequence'; items: Node[] }
  | { kind: 'repeat'; item: Node; min: number; max: number }
  /** A pattern of one character. */
  | { kind: 'character'; source: string }
  | { kind: 'lookaround'; item: Node }
  /** Matches no character: an anchor, a boundary or a back reference. */
  | { kind: 'empty' }

const GROUP_START = /\((?:\?(?:(?<look><?[=!])|<[^>]+>|[a-z-]*:))?/y
const QUANTIFIER = /(?:\*|\+|\?|\{(?<min>\d+)(?<open>,)?(?<max>\d+)?\})\??/y
const ESCAPE = /\\(?:[pPu]\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|k<[^>]*>|[1-9]\d*|.)/isy
const BACK_REFERENCE_OR_BOUNDARY = /^\\(?:[bB]$|k<|[1-9])/

/** Parses the source of a valid regular expression. */
function parse(source: string): Node {
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match) at = pattern.lastIndex
    return match ?? undefined
  }

  function parseChoice(): Node {
    const options = [parseSequence()]
    while (source[at] === '|') {
      at++
      options.push(parseSequence())
    }
    return options.length === 1 ? options[0]! : { kind: 'choice', options }
  }

  function parseSequence(): Node {
    const items: Node[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') items.push(parseQuantified())
    return { kind: 'sequence', items }
  }

  function parseQuantified(): Node {
    const item = parseItem()
    const quantifier = take(QUANTIFIER)
    if (!quantifier) return item
    const { min, open, max } = quantifier.groups!
    if (min !== undefined)
      return {
        kind: 'repeat',
        item,
        min: Number(min),
        max: open ? Number(max ?? Number.POSITIVE_INFINITY) : Number(min),
      }
    const [sign] = quantifier[0]
    return {
      kind: 'repeat',
      item,
      min: sign === '+' ? 1 : 0,
      max: sign === '?' ? 1 : Number.POSITIVE_INFINITY,
    }
  }

  function parseItem(): Node {
    const group = take(GROUP_START)
    if (group) {
      const item = parseChoice()
      at++
      return group.groups?.look ? { kind: 'lookaround', item } : item
    }
    const escaped = take(ESCAPE)?.[0]
    if (escaped)
      return BACK_REFERENCE_OR_BOUNDARY.test(escaped)
        ? { kind: 'empty' }
        : { kind: 'character', source: escaped }
    if (source[at] === '[') return { kind: 'character', source: takeClass() }
    const character = String.fromCodePoint(source.codePointAt(at)!)
    at += character.length
    return character === '^' || character === '$'
      ? { kind: 'empty' }
      : { kind: 'character', source: character }
  }

  function takeClass(): string {
    const start = at++
    while (source[at] !== ']') if (!take(ESCAPE)) at++
    return source.slice(start, ++at)
  }

  return parseChoice()
}

const OTHER_CHARACTERS = [...'\0\n\r\t\u00a0\u2028éß₹–·²½०字🙂\u0300\u200b\ud800']
const CHARACTERS = [
  ...Array.from({ length: 95 }, (_, code) => String.fromCharCode(32 + code)),
  ...OTHER_CHARACTERS,
]
/** Characters that end a match, because few patterns accept all of them. */
const ENDS = ['', '\0', '\n', 'x', '!']
/** A repetition behind a character that the pattern does not match is not the beginning of the text. */
const OTHER_STARTS = ['\u0001', 'x']
const MAX_PIECES = 50
const PAIRS = 20

/**
 * Returns functions that make texts of a length, on which a pattern with superlinear time is slow: pieces that parts of it
 * match, repeated, between a beginning that the rest of it matches and an end that it does not. The same pattern always
 * gives the same texts.
 */
export function createHostileTexts({ source, flags }: RegExp): ((length: number) => string)[] {
  const random = createRandom()
  const pick = <Item>(items: Item[]): Item => items[Math.floor(random() * items.length)]!
  const samplers = new Map<string, string[]>()
  const pool = [...new Set([...CHARACTERS, ...source])]

  function listMatching(pattern: string): string[] {
    const known = samplers.get(pattern)
    if (known) return known
    const test = new RegExp(`^${pattern}$`, flags.replace(/[gyd]/g, ''))
    const matching = pool.filter((character) => test.test(character))
    samplers.set(pattern, matching)
    return matching
  }

  /** Returns a text that the node matches. */
  function sample(node: Node): string {
    if (node.kind === 'character') return pick(listMatching(node.source)) ?? ''
    if (node.kind === 'choice') return sample(pick(node.options))
    if (node.kind === 'sequence') return node.items.map(sample).join('')
    if (node.kind !== 'repeat') return ''
    const count = Math.max(1, node.min) + Math.floor(random() * Math.min(2, node.max - node.min))
    return Array.from({ length: count }, () => sample(node.item)).join('')
  }

  const pieces = new Map<string, string>()
  /** `before` matches what precedes the node. */
  function collect(node: Node, before: string): void {
    const add = (piece: string) => piece && !pieces.has(piece) && pieces.set(piece, before)
    if (node.kind === 'empty') return
    for (let time = 0; time < 2; time++) add(sample(node))
    if (node.kind === 'choice') for (const option of node.options) collect(option, before)
    if (node.kind === 'repeat' || node.kind === 'lookaround') {
      collect(node.item, before)
      add(sample(node.item).repeat(2))
      add(sample(node.item) + sample(node.item))
    }
    if (node.kind !== 'sequence') return
    for (const [start, item] of node.items.entries()) {
      const left = before + node.items.slice(0, start).map(sample).join('')
      collect(item, left)
      for (let end = start + 2; end <= node.items.length; end++)
        add(node.items.slice(start, end).map(sample).join(''))
    }
  }
  collect(parse(source), '')

  const listed = shuffle([...pieces], random).slice(0, MAX_PIECES)
  const fill = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length))
  const texts = listed.flatMap(([piece, before]) =>
    [...new Set(['', before, ...OTHER_STARTS])].flatMap((start) =>
      ENDS.map((end) => (length: number) => start + fill(piece, length) + end),
    ),
  )
  const pairs = Array.from({ length: listed.length && PAIRS }, () => {
    const [[one], [other]] = [pick(listed), pick(listed)]
    return (length: number) => fill(one, length / 2) + fill(other, length / 2)
  })
  return [...texts, ...pairs]
}

function shuffle<Item>(items: Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}

/** Mulberry32, with a fixed seed. */
function createRandom(): () => number {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
