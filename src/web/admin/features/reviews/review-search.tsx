import { useEffect, useState } from 'react'
import { TextField } from '../../../ui/field.tsx'

const DEBOUNCE_MS = 300

/** The search field of the reviews; says what is looked for once the typing rests. */
export function ReviewSearch({ term, onSearch }: { term: string; onSearch: (term: string) => void }) {
  const [typed, setTyped] = useState(term)
  useEffect(() => {
    if (typed === term) return
    const timer = setTimeout(() => onSearch(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, term, onSearch])
  return (
    <TextField
      type="search"
      label="Search in words and names"
      className="mb-4 max-w-96"
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
