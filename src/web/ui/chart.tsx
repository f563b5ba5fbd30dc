import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Panel } from './panel.tsx'

export const formatCount = (count: number) => count.toLocaleString('en-IN')

/**
 * A plate with a drawing of figures and the table they stand in: the table is always there for those who do not see the
 * drawing, and takes its place on request (decision 0108). The drawing itself is hidden from readers.
 */
export function Chart({
  title,
  note,
  columns,
  rows,
  children,
}: {
  title: string
  note: string
  /** Heads of the table; the first column names the row. */
  columns: readonly string[]
  rows: readonly (readonly [name: string, ...figures: number[]])[]
  children: ReactNode
}) {
  const [asTable, setAsTable] = useState(false)
  return (
    <Panel title={title} note={note}>
      {!asTable && children}
      {/* A table takes the room of its words however small it shall be: only its frame can hide it. */}
      <div className={asTable ? '' : 'sr-only'}>
        <table className="w-full text-compact">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-line-strong border-b">
              {columns.map((column, index) => (
                <th key={column} scope="col" className={headClass(index)}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...figures]) => (
              <tr key={name} className="border-line border-b">
                <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                  {name}
                </th>
                {figures.map((figure, index) => (
                  <td key={columns[index + 1]} className="py-1.5 pl-3 text-right">
                    {formatCount(figure)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Button
        variant="link"
        size="sm"
        onClick={() => setAsTable(!asTable)}
        className="mt-2 print:hidden"
        aria-label={`${title}: ${asTable ? 'show as chart' : 'show as table'}`}
      >
        {asTable ? 'Show as chart' : 'Show as table'}
      </Button>
    </Panel>
  )
}

const headClass = (index: number) =>
  `py-1.5 font-head font-medium text-label text-muted ${index === 0 ? 'pr-3 text-left' : 'pl-3 text-right'}`
