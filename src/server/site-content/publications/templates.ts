import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { RichNode, RichText } from '#contracts/fields/rich-text.ts'
import type { PageContent } from '#contracts/publication/fields.ts'

/** Lines of text: '## ' begins a heading, '- ' an entry of a list. */
const Lines = z.array(z.string()).default([])
/** A page with a text in two parts, and blocks between them. */
const Template = z.object({
  title: z.string(),
  summary: z.string(),
  purpose: z.enum(['none', 'privacy']),
  text: Lines,
  blocks: z.array(z.object({ type: z.literal('retention'), title: z.string() })).default([]),
  more: Lines,
})

/** Returns the pages that every firm in India needs, as drafts for the footer. What staff have to complete is in double square brackets. */
export function readPageTemplates(): PageContent[] {
  const file = readFileSync(join(import.meta.dirname, 'page-templates.json'), 'utf8')
  return z
    .array(Template)
    .parse(JSON.parse(file))
    .map(({ text, blocks, more, ...fields }) => ({
      ...fields,
      state: 'draft',
      publishOn: '',
      placement: 'footer',
      blocks: [...toTextBlocks(text), ...blocks, ...toTextBlocks(more)],
    }))
}

const toTextBlocks = (lines: string[]) =>
  lines.length > 0 ? [{ type: 'text' as const, text: toRichText(lines) }] : []

function toRichText(lines: string[]): RichText {
  const content: RichNode[] = []
  for (const line of lines) {
    const [, mark = '', text] = /^(## |- )?(.*)$/.exec(line)!
    const inner: RichNode[] = [{ type: 'text', text: text! }]
    const paragraph = { type: 'paragraph', content: inner }
    const list = content.at(-1)?.type === 'bulletList' ? content.at(-1) : undefined
    if (mark === '## ') content.push({ type: 'heading', attrs: { level: 2 }, content: inner })
    else if (mark !== '- ') content.push(paragraph)
    else if (list) list.content!.push({ type: 'listItem', content: [paragraph] })
    else content.push({ type: 'bulletList', content: [{ type: 'listItem', content: [paragraph] }] })
  }
  return { type: 'doc', content }
}
