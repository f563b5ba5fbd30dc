import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Select, TextField } from '../../../ui/field.tsx'
import { LIST_FILTERS } from './list-address.ts'
import { categoriesQuery } from './queries.ts'

const TYPING_MS = 250

interface ListFiltersProps {
  address: URLSearchParams
  onChange: (name: string, value: string) => void
  onClear: () => void
}

/** Search and filters of the staff's list; the address owns what is chosen. */
export function ListFilters({ address, onChange, onClear }: ListFiltersProps) {
  const { data: categories = [] } = useQuery(categoriesQuery())
  const chosen = [...address.keys()].some((name) => name !== 'page' && name !== 'sort')
  return (
    <search className="mb-4 grid grid-cols-2 items-end gap-3 md:grid-cols-4">
      <SearchField
        key={address.has('search') ? 'filled' : 'empty'}
        value={address.get('search') ?? ''}
        onChange={(value) => onChange('search', value)}
      />
      {Object.entries(LIST_FILTERS).map(([name, { label, choices }]) => (
        <Select
          key={name}
          label={label}
          value={address.get(name) ?? ''}
          onChange={(event) => onChange(name, event.target.value)}
        >
          {Object.entries(choices).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      ))}
      <Select
        label="Category"
        value={address.get('category') ?? ''}
        onChange={(event) => onChange('category', event.target.value)}
      >
        <option value="">Every category</option>
        {categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </Select>
      {chosen && (
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
    const timer = setTimeout(() => onChange(typed), TYPING_MS)
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
