import { useQuery } from '@tanstack/react-query'
import { Select } from '#web/ui/field.tsx'
import { staffQuery } from '../session/requests.ts'

interface OwnerFilterProps {
  /** The id of an account, or 'none'; undefined: anyone. */
  value: string | undefined
  /** Gets '' for anyone. */
  onChange: (owner: string) => void
}

/** The choice of the owner by which a list is filtered. */
export function OwnerFilter({ value = '', onChange }: OwnerFilterProps) {
  const { data: staff = [] } = useQuery(staffQuery)
  return (
    <Select
      label="In charge"
      className="w-36 max-md:w-full"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">Anyone</option>
      <option value="none">Unassigned</option>
      {staff.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
