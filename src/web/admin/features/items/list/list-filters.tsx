import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#contracts/format.ts'
import { FilterSelect } from '#web/admin/list/list-screen.tsx'
import { categoriesQuery } from '../queries.ts'
import { CHOICE_FILTERS, type ItemList } from './list-params.ts'

/** The filters of the table of items. */
export function ItemFilters({ list }: { list: ItemList }) {
  const { data: categories = [] } = useQuery(categoriesQuery(list.kind))
  const labels = categories.map(({ name, count }) => [name, `${name} (${formatCount(count)})`])
  return (
    <>
      {Object.entries(CHOICE_FILTERS).map(([name, filter]) => (
        <FilterSelect key={name} list={list} name={name} {...filter} />
      ))}
      <FilterSelect
        list={list}
        name="category"
        label="Category"
        all="All categories"
        options={Object.fromEntries(labels)}
      />
    </>
  )
}
