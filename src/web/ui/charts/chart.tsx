import { type ReactNode, useState } from 'react'
import { formatCount } from '#contracts/format.ts'
import { t } from '#messages/messages.ts'
import { Button } from '../button.tsx'
import { Panel } from '../panel.tsx'

/**
 * A panel with a chart and a table of its numbers. Screen readers always read the table; the button shows it instead of the
 * chart (decision 0108). The chart itself is hidden from screen readers.
 */
export function Chart({
  title,
  note,
  columns,
  rows,
  format = formatCount,
  children,
}: {
  title: string
  note: string
  /** The column headers of the table; the first column contains the row headers. */
  columns: readonly string[]
  rows: readonly (readonly [name: string, ...values: number[]])[]
  /** Writes a value of the table. */
  format?: (value: number) => string
  children: ReactNode
}) {
  const [asTable, setAsTable] = useState(false)
  return (
    <Panel title={title} note={note}>
      {!asTable && children}
      {/* `sr-only` on the table itself would not hide it, since a table is at least as wide as its content. */}
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
            {rows.map(([name, ...values]) => (
              <tr key={name} className="border-line border-b">
                <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                  {name}
                </th>
                {values.map((value, index) => (
                  <td key={columns[index + 1]} className="py-1.5 pl-3 text-right">
                    {format(value)}
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
        aria-label={asTable ? t('{title}: show as chart', { title }) : t('{title}: show as table', { title })}
      >
        {asTable ? t('Show as chart') : t('Show as table')}
      </Button>
    </Panel>
  )
}

const headClass = (index: number) =>
  `py-1.5 font-head font-medium text-label text-muted ${index === 0 ? 'pr-3 text-left' : 'pl-3 text-right'}`
