import type { ReactNode } from 'react'
import { type RichMark, type RichNode, type RichText, toPlainText } from '#contracts/fields/rich-text.ts'
import { langOf } from '#web/lib/content-language.ts'
import styles from '../../../styles/prose.css?url'
import { AddressLink } from './address-link.tsx'

/** A text with headings, lists, tables and links. Its headings are below the title of the page. */
export const RichTextView = ({ text }: { text: RichText }) => (
  <div className="prose-text">
    <link rel="stylesheet" href={styles} precedence="page" />
    {renderNodes(text.content)}
  </div>
)

const renderNodes = (nodes: readonly RichNode[] = []): ReactNode[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a text have no id and no state
  nodes.map((node, index) => <Node key={index} node={node} />)

function Node({ node }: { node: RichNode }): ReactNode {
  const { type, attrs = {}, content, marks = [], text = '' } = node
  switch (type) {
    case 'text':
      return marks.reduce(withMark, text)
    case 'hardBreak':
      return <br />
    case 'heading': {
      const Heading = attrs.level === 3 ? 'h3' : 'h2'
      return <Heading lang={langOf(toPlainText(node))}>{renderNodes(content)}</Heading>
    }
    case 'bulletList':
      return <ul>{renderNodes(content)}</ul>
    case 'orderedList':
      return <ol start={Number(attrs.start ?? 1)}>{renderNodes(content)}</ol>
    case 'listItem':
      return <li>{renderNodes(content)}</li>
    case 'table':
      return (
        <div className="overflow-x-auto">
          <table>
            <tbody>{renderNodes(content)}</tbody>
          </table>
        </div>
      )
    case 'tableRow':
      return <tr>{renderNodes(content)}</tr>
    case 'tableHeader':
    case 'tableCell': {
      // A header without words is none for a screen reader.
      const Cell = type === 'tableHeader' && toPlainText(node) !== '' ? 'th' : 'td'
      return (
        <Cell colSpan={Number(attrs.colspan ?? 1)} rowSpan={Number(attrs.rowspan ?? 1)}>
          {renderNodes(content)}
        </Cell>
      )
    }
    default:
      // Editors leave an empty paragraph at the end.
      return content ? <p lang={langOf(toPlainText(node))}>{renderNodes(content)}</p> : null
  }
}

function withMark(inner: ReactNode, { type, attrs }: RichMark): ReactNode {
  if (type === 'bold') return <strong>{inner}</strong>
  if (type === 'italic') return <em>{inner}</em>
  const href = String(attrs?.href ?? '')
  return <AddressLink href={href}>{inner}</AddressLink>
}
