import { formatLinkedDay } from '../layout/linked-day.ts'
import { LinkedFilterNote } from '../layout/linked-filter-note.tsx'
import type { EnquiryFilters } from './search-params.ts'

export const NO_LINKED_FILTERS = { from: undefined, to: undefined, answered: undefined }

interface LinkedFiltersProps {
  filters: Pick<EnquiryFilters, keyof typeof NO_LINKED_FILTERS>
  onChange: (changes: typeof NO_LINKED_FILTERS) => void
}

/** The filters of a link from a report, which have no field, with a button that removes them. */
export function LinkedFilters({ filters: { from, to, answered }, onChange }: LinkedFiltersProps) {
  const texts = [
    (from || to) &&
      ['received', from && `from ${formatLinkedDay(from)}`, to && `to ${formatLinkedDay(to)}`]
        .filter(Boolean)
        .join(' '),
    answered === 'reply' && 'with a reply',
    answered === 'quotation' && 'with a quotation',
  ].filter((text) => typeof text === 'string' && text !== '')
  return <LinkedFilterNote texts={texts as string[]} onRemove={() => onChange(NO_LINKED_FILTERS)} />
}
