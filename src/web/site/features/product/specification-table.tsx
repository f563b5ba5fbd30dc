import { parseLength } from '#contracts/catalogue/key-figures.ts'
import type { Specifications } from '#contracts/item/item.ts'
import { langOf } from '#web/lib/content-language.ts'
import { useLabel } from '#web/lib/site-content.tsx'
import { UnitText } from '../../items/units.tsx'

/** Shares of the longest line: shorter lines are not shown, or shown without arrowheads. */
const MIN_VISIBLE_SHARE = 0.005
const MIN_ARROW_SHARE = 0.12

/** The specifications. Values that are a single length have a line beside them, all to one scale, for comparison. */
export function SpecificationTable({ specifications }: { specifications: Specifications }) {
  const getLabel = useLabel()
  const maxLength = Math.max(...specifications.map(([, value]) => parseLength(value) ?? 0))
  const rows = specifications.map(([label, value]) => ({
    label,
    value,
    share: (parseLength(value) ?? 0) / maxLength,
  }))
  const showLines = rows.filter(({ share }) => share >= MIN_VISIBLE_SHARE).length > 1
  return (
    <table className="w-full border-ink border-t">
      <tbody>
        {rows.map(({ label, value, share }) => (
          <tr key={label} className="break-inside-avoid border-line border-b hover:bg-marine-soft">
            <th
              scope="row"
              lang={langOf(getLabel(label))}
              className="py-2.5 pr-4 text-left font-normal text-muted sm:w-48 print:py-0.5"
            >
              {getLabel(label)}
            </th>
            {showLines && share >= MIN_VISIBLE_SHARE && (
              <td className="hidden w-1/2 sm:table-cell print:table-cell">
                <div
                  aria-hidden="true"
                  className={`dimension ${share < MIN_ARROW_SHARE ? 'dimension-plain' : ''}`}
                  style={{ width: `${share * 100}%` }}
                />
              </td>
            )}
            <td
              lang={langOf(value)}
              colSpan={showLines && !(share >= MIN_VISIBLE_SHARE) ? 2 : 1}
              className="py-2.5 text-right font-head font-semibold text-lg print:py-0.5 print:text-base"
            >
              <UnitText text={value} label={label} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
