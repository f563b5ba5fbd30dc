import { useQuery } from '@tanstack/react-query'
import { staffQuery } from '../session/requests.ts'
import { FilterSelect } from './list-screen.tsx'
import type { List } from './use-list.ts'

/** The filter by the person in charge. */
export function OwnerFilter({ list }: { list: List }) {
  const { data: staff = [] } = useQuery(staffQuery)
  const names = Object.fromEntries(staff.map(({ id, name }) => [id, name]))
  return (
    <FilterSelect
      list={list}
      name="owner"
      label="In charge"
      all="Anyone"
      options={{ none: 'Unassigned', ...names }}
    />
  )
}
