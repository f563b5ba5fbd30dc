import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Select, TextField } from '../../../ui/field.tsx'
import { LIST_FILTERS } from './list-params.ts'
import { categoriesQuery } from './queries.ts'

const DEBOUNCE_MS = 250

interface ListFiltersProps {
  searchParams: URLSearchParams
  onChange: (name: string, value: string) => void
  onClear: () => void
}

/** Search and filters of the staff's list; the address owns what is chosen. */
export function ListFilters({ searchParams, onChange, onClear }: ListFiltersProps) {
  const { data: categories = [] } = useQuery(categoriesQuery())
  const hasFilters = [...searchParams.keys()].some((name) => name !== 'page' && name !== 'sort')
  return (
    <search className="mb-4 grid grid-cols-2 items-end gap-3 md:grid-cols-4">
      <SearchField
        key={searchParams.has('search') ? 'filled' : 'empty'}
        value={searchParams.get('search') ?? ''}
        onChange={(value) => onChange('search', value)}
      />
      {Object.entries(LIST_FILTERS).map(([name, { label, choices }]) => (
        <Select
          key={name}
          label={label}
          value={searchParams.get(name) ?? ''}
          onChange={(event) => onChange(name, event.target.value)}
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
        onChange={(event) => onChange('category', event.target.value)}
      >
        <option value="">Every category</option>
        {categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </Select>
      {hasFilters && (
        <Button variant="outline" onClick={onClear} className="col-span-full justify-self-start">
          Clear search and filters
        </Button>
      )}
    </search>
  )
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <TextField
      label="Search"
      type="search"
      data-search
      placeholder="Name, part number, words"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      className="col-span-2"
    />
  )
}
