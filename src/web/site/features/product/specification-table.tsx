import type { Specifications } from '#contracts/item.ts'

const LENGTH = /^(\d[\d,]*(?:\.\d+)?)\s*mm$/
/** Below these shares of the longest line there is nothing to see, and no room for arrowheads. */
const SEEN = 0.005
const ARROWED = 0.12

/** All specifications; values that are one length carry a line, all to one scale, so that they compare by eye. */
export function SpecificationTable({ specifications }: { specifications: Specifications }) {
  const longest = Math.max(...specifications.map(([, value]) => lengthOf(value) ?? 0))
  const rows = specifications.map(([label, value]) => ({
    label,
    value,
    share: (lengthOf(value) ?? 0) / longest,
  }))
  const drawn = rows.filter(({ share }) => share >= SEEN).length > 1
  return (
    <>
      <table className="w-full border-ink border-t">
        <tbody>
          {rows.map(({ label, value, share }) => (
            <tr key={label} className="break-inside-avoid border-line border-b hover:bg-marine-soft">
              <th scope="row" className="py-2.5 pr-4 text-left font-normal text-muted sm:w-48 print:py-1">
                {label}
              </th>
              {drawn && share >= SEEN && (
                <td className="hidden w-1/2 sm:table-cell print:table-cell">
                  <div
                    aria-hidden="true"
                    className={`dimension ${share < ARROWED ? 'dimension-plain' : ''}`}
                    style={{ width: `${share * 100}%` }}
                  />
                </td>
              )}
              <td
                colSpan={drawn && !(share >= SEEN) ? 2 : 1}
                className="py-2.5 text-right font-head font-semibold text-lg print:py-1"
              >
                {value}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {drawn && (
        <p className="mt-3 hidden text-muted text-sm sm:block print:hidden">
          Lines are drawn to one scale, so lengths can be compared by eye.
        </p>
      )}
    </>
  )
}

/** '1,850 mm' → 1850; undefined for all that is not one length. */
function lengthOf(value: string): number | undefined {
  const digits = LENGTH.exec(value.trim())?.[1]
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''))
}
