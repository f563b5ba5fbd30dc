import { t } from '#messages/messages.ts'
import { SearchField } from './search-field.tsx'

export interface BarFieldProps {
  /** What the plain field contains that this one replaces, and whether it has the focus. */
  text: string
  hasFocus: boolean
  onSearch: (search: string) => void
}

/** The search field of the bar with suggestions. */
export default function BarField({ text, hasFocus, onSearch }: BarFieldProps) {
  return (
    <SearchField
      search={text}
      onTerm={onSearch}
      placeholder={t('Search')}
      autoFocus={hasFocus}
      className="bar-field"
    />
  )
}
