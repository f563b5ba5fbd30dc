import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import { SearchField } from '../layout/search-field.tsx'
import type { ListParamChanges } from '../layout/use-list-params.ts'
import { CLEARED_PARAMS, LIST_FILTERS } from './list-params.ts'
import { categoriesQuery } from './queries.ts'

interface ListFiltersProps {
  searchParams: URLSearchParams
  onChange: (changes: ListParamChanges) => void
}

/** Search and filters of the list of all items. Their values are in the URL. */
export function ListFilters({ searchParams, onChange }: ListFiltersProps) {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const hasFilters = [...searchParams.keys()].some((name) => name !== 'page' && name !== 'sort')
  return (
    <search className="mb-4 grid grid-cols-2 items-end gap-3 md:grid-cols-4">
      <SearchField
        term={searchParams.get('search') ?? ''}
        onSearch={(term) => onChange({ search: term })}
        placeholder="Name, part number or description"
        className="col-span-2"
      />
      {Object.entries(LIST_FILTERS).map(([name, { label, choices }]) => (
        <Select
          key={name}
          label={label}
          value={searchParams.get(name) ?? ''}
          onChange={(event) => onChange({ [name]: event.target.value })}
        >
          {Object.entries(choices).map(([value, optionLabel]) => (
            <option key={value} value={value}>
              {optionLabel}
            </option>
          ))}
        </Select>
      ))}
      <Select
        label="Category"
        value={searchParams.get('category') ?? ''}
        onChange={(event) => onChange({ category: event.target.value })}
      >
        <option value="">All categories</option>
        {categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </Select>
      {hasFilters && (
        <Button
          variant="outline"
          onClick={() => onChange(CLEARED_PARAMS)}
          className="col-span-full justify-self-start"
        >
          Clear search and filters
        </Button>
      )}
    </search>
  )
}
