/** A part of the syntax tree of a module (ESTree). */
export interface SyntaxNode {
  type: string
  start: number
  end: number
}

/** A call of `t`, `tParts` or `msg` with a text in it. */
export interface MessageCall {
  text: string
  /** Where its text stands. */
  start: number
  end: number
  /** The call, if it needs no values: all of it can be replaced by the text. */
  call?: { start: number; end: number }
}

const FUNCTIONS = new Set(['t', 'tParts', 'msg'])

/** Returns the calls with messages in a module. Throws an error for a call of `t` or `tParts` whose text is an expression of parts. */
export function findMessageCalls(program: unknown): MessageCall[] {
  const found: MessageCall[] = []
  visit(program, (node) => {
    if (node.type !== 'CallExpression') return
    const { callee, arguments: given } = node as SyntaxNode & {
      callee: { type: string; name?: string }
      arguments: SyntaxNode[]
    }
    if (callee.type !== 'Identifier' || !FUNCTIONS.has(callee.name ?? '')) return
    const [text] = given
    const value = text && readText(text)
    if (value === undefined) return
    const { start, end } = text!
    const isPlain = given.length === 1 && callee.name !== 'tParts'
    found.push({ text: value, start, end, ...(isPlain && { call: { start: node.start, end: node.end } }) })
  })
  return found
}

function readText(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal') {
    const { value } = node as SyntaxNode & { value: unknown }
    return typeof value === 'string' ? value : undefined
  }
  if (node.type !== 'TemplateLiteral') return undefined
  const { quasis } = node as SyntaxNode & { quasis: { value: { cooked: string } }[] }
  if (quasis.length > 1) throw new Error('A message is one text. Put values into its places: {name}.')
  return quasis[0]!.value.cooked
}

/** Calls `use` with every node of a syntax tree. */
export function visit(node: unknown, use: (node: SyntaxNode) => void): void {
  if (Array.isArray(node)) for (const child of node) visit(child, use)
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node && 'start' in node) use(node as SyntaxNode)
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child, use)
  }
}
