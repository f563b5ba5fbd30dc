import type { SortDirection } from '#contracts/catalogue/sort.ts'
import { Select } from '#web/ui/field.tsx'

interface SortFieldsProps {
  labels: Record<string, string>
  sort: string
  order: SortDirection
  /** Whether the list is sorted by a time. */
  isByTime?: boolean
  onChange: (changes: { sort?: string; order: string | undefined }) => void
}

/** The choice of the order where the list has no table head. */
export function SortFields({ labels, sort, order, isByTime = false, onChange }: SortFieldsProps) {
  return (
    <>
      <Select
        label="Sort by"
        className="w-36 max-md:w-full lg:hidden"
        value={sort}
        onChange={({ target }) => onChange({ sort: target.value, order: undefined })}
      >
        {Object.entries(labels).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        label="Order"
        className="w-36 max-md:w-full lg:hidden"
        value={order}
        onChange={({ target }) => onChange({ order: target.value })}
      >
        <option value="asc">{isByTime ? 'Oldest first' : 'Ascending'}</option>
        <option value="desc">{isByTime ? 'Newest first' : 'Descending'}</option>
      </Select>
    </>
  )
}
