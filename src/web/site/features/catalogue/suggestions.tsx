import { useQuery } from '@tanstack/react-query'
import { memo, type RefObject, startTransition, useEffect, useId, useLayoutEffect, useState } from 'react'
import type { ItemSummary } from '#contracts/discovery.ts'
import { KIND_LABELS } from '#contracts/kind.ts'
import { suggestionsQuery } from '#web/lib/discovery-queries.ts'
import { formatRupees } from '../../../lib/format.ts'
import { useOpenItem } from '../../../lib/navigation.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Highlight } from '../../items/highlight.tsx'
import { getPlaceholder, ItemPicture } from '../../items/picture.tsx'

const DEBOUNCE_MS = 120

interface SuggestionsProps {
  input: RefObject<HTMLInputElement | null>
  text: string
  onPick: (term: string) => void
  onClose: () => void
}

/** Items and other spellings below the search field: by pointer, or with the arrow keys, Enter and Escape. */
export default function Suggestions({ input, text, onPick, onClose }: SuggestionsProps) {
  const id = useId()
  const openItem = useOpenItem()
  const search = useDebounced(text.trim())
  const { data } = useQuery({ ...suggestionsQuery(search), placeholderData: (before) => before })
  const items = data?.items ?? []
  const terms = data?.terms ?? []
  const count = text.trim() ? items.length + terms.length : 0
  const choose = (index: number) => {
    onClose()
    const item = items[index]
    if (item) openItem(item)
    else if (terms[index - items.length]) onPick(terms[index - items.length]!)
  }
  const active = useListNavigation({ input, id, count, choose, onClose })
  if (count === 0) return null
  return (
    <>
      <ul
        id={id}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a list of which the field above owns the keys
        role="listbox"
        aria-label="Suggestions"
        onPointerDown={(event) => event.preventDefault()}
        className="absolute inset-x-0 top-full z-35 mt-1 max-h-[70svh] overflow-y-auto border border-line-strong bg-surface shadow-float"
      >
        {items.map((item, index) => (
          <Option
            key={item.id}
            id={`${id}-${index}`}
            active={index === active}
            onChoose={() => choose(index)}
          >
            <ItemOption item={item} term={search} />
          </Option>
        ))}
        {terms.map((term, index) => (
          <Option
            key={term}
            id={`${id}-${items.length + index}`}
            active={items.length + index === active}
            onChoose={() => choose(items.length + index)}
          >
            <span className="py-1.5">
              Search for <b>{term}</b>
            </span>
          </Option>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {count === 1 ? '1 suggestion' : `${count} suggestions`}
      </p>
    </>
  )
}

function Option(props: { id: string; active: boolean; onChoose: () => void; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above owns the keys
    <li
      id={props.id}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: one of a listbox
      role="option"
      aria-selected={props.active}
      tabIndex={-1}
      onClick={props.onChoose}
      className="flex cursor-pointer items-center gap-3 border-line border-b px-3 py-2 last:border-b-0 hover:bg-surface-grey aria-selected:bg-marine-soft"
    >
      {props.children}
    </li>
  )
}

/** Drawn at a pause and when another answer comes, not with every letter. */
const ItemOption = memo(function ItemOption({ item, term }: { item: ItemSummary; term: string }) {
  return (
    <>
      <span className="w-14 flex-none">
        <span className="block aspect-4/3 overflow-hidden bg-stage">
          <ItemPicture
            picture={item.picture ?? undefined}
            placeholder={getPlaceholder(item.kind)}
            alt=""
            sizes="3.5rem"
          />
        </span>
      </span>
      <span className="grow font-head font-semibold text-lg leading-tight">
        <Highlight text={item.name} term={term} />
      </span>
      <span className="grid flex-none justify-items-end gap-1">
        <Badge tone={item.kind}>{KIND_LABELS[item.kind].label}</Badge>
        {item.price !== undefined && <span className="text-sm tabular-nums">{formatRupees(item.price)}</span>}
      </span>
    </>
  )
})

/** The text once the typing has paused. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setDebounced(text)), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

interface ListNavigationOptions {
  input: RefObject<HTMLInputElement | null>
  id: string
  count: number
  choose: (index: number) => void
  onClose: () => void
}

/** The field keeps the focus: its arrow keys walk the list, Enter chooses, Escape and leaving close. Answers the chosen index, or -1. */
function useListNavigation({ input, id, count, choose, onClose }: ListNavigationOptions): number {
  const [active, setActive] = useState(-1)
  useEffect(() => {
    setActive((before) => (before < count ? before : -1))
  }, [count])
  // Before the next key: two quick ones count twice.
  useLayoutEffect(() => {
    const field = input.current
    if (!field) return
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && count > 0) event.preventDefault()
      if (event.key === 'Escape' || event.key === 'Tab') onClose()
      if (event.key === 'Enter') {
        event.preventDefault()
        if (active >= 0) choose(active)
        else onClose()
      }
      const offset = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (!offset || count === 0) return
      event.preventDefault()
      // One place more than there are options: none chosen.
      setActive((before) => ((before + 1 + offset + count + 1) % (count + 1)) - 1)
    }
    field.addEventListener('keydown', handleKeyDown)
    field.addEventListener('blur', onClose)
    return () => {
      field.removeEventListener('keydown', handleKeyDown)
      field.removeEventListener('blur', onClose)
    }
  })
  useEffect(() => {
    const field = input.current
    if (!field || count === 0) return
    field.setAttribute('aria-autocomplete', 'list')
    field.setAttribute('aria-controls', id)
    if (active >= 0) field.setAttribute('aria-activedescendant', `${id}-${active}`)
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant'])
        field.removeAttribute(name)
    }
  }, [input, id, count, active])
  return active
}
