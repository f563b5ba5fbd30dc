import { memo, type ReactNode, useEffect } from 'react'
import type { ItemSummary, UnderstoodSearch } from '#contracts/catalogue/discovery.ts'
import { formatRupees } from '#contracts/format.ts'
import { KIND_LABELS } from '#contracts/item/kind.ts'
import type { FoundPage } from '#contracts/publication/found-page.ts'
import { t, tParts } from '#messages/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Highlight } from '../items/highlight.tsx'
import { getPlaceholder, ItemPicture } from '../items/pictures/picture.tsx'
import { UnitText } from '../items/units.tsx'

interface SuggestionsProps {
  /** The id of the list; option n has the id `{id}-{n}`. */
  id: string
  query: string
  /** What the search means in each kind. It comes before the items. */
  understood: UnderstoodSearch[]
  items: ItemSummary[]
  /** They follow the items. */
  pages: FoundPage[]
  /** Other searches. They follow the pages. */
  terms: string[]
  activeIndex: number
  onChoose: (index: number) => void
}

/** The list of the search field's combobox: items, pages and other searches. The field has the focus and handles the keys. */
export default function Suggestions(props: SuggestionsProps) {
  const { id, query, understood, items, pages, terms, activeIndex, onChoose } = props
  const pagesStart = understood.length + items.length
  const termsStart = pagesStart + pages.length
  const count = termsStart + terms.length
  useEffect(() => {
    document.getElementById(`${id}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, activeIndex])
  const getOptionProps = (index: number) => ({
    id: `${id}-${index}`,
    isActive: index === activeIndex,
    onChoose: () => onChoose(index),
  })
  return (
    <>
      <ul
        id={id}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list of a combobox, which handles the keys
        role="listbox"
        aria-label={t('Suggestions')}
        onPointerDown={(event) => event.preventDefault()}
        className="absolute right-0 top-full z-35 mt-1 w-full in-[header]:lg:w-128 max-h-[70svh] overflow-y-auto border border-line-strong bg-surface text-ink shadow-float"
      >
        {understood.map(({ kind, text, count: found }, index) => (
          <Option key={kind} {...getOptionProps(index)}>
            <span className="grow py-1.5">
              {`${t(KIND_LABELS[kind].pluralLabel)}: `}
              <b>
                <UnitText text={text} />
              </b>
            </span>
            <span className="flex-none text-muted text-sm tabular-nums">
              {t('{count, plural, one {# result} other {# results}}', { count: found })}
            </span>
          </Option>
        ))}
        {items.map((item, index) => (
          <Option key={item.id} {...getOptionProps(understood.length + index)}>
            <ItemOption item={item} query={query} />
          </Option>
        ))}
        {pages.map(({ title, path }, index) => (
          <Option key={path} {...getOptionProps(pagesStart + index)}>
            <span className="grow py-1.5">
              <Highlight text={title} term={query} />
            </span>
            <span className="flex-none text-muted text-sm">
              {path.startsWith('/articles/') ? t('Article') : t('Page')}
            </span>
          </Option>
        ))}
        {terms.map((term, index) => (
          <Option key={term} {...getOptionProps(termsStart + index)}>
            <span className="py-1.5">{tParts('Search for {term}', { term: <b key="term">{term}</b> })}</span>
          </Option>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {t('{count, plural, one {# suggestion} other {# suggestions}}', { count })}
      </p>
    </>
  )
}

function Option(props: { id: string; isActive: boolean; onChoose: () => void; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
    <li
      id={props.id}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option of a listbox
      role="option"
      aria-selected={props.isActive}
      tabIndex={-1}
      onClick={props.onChoose}
      className="flex cursor-pointer items-center gap-3 border-line border-b px-3 py-2 last:border-b-0 hover:bg-surface-grey aria-selected:bg-marine-soft"
    >
      {props.children}
    </li>
  )
}

/** Memoised: the selection changes with every arrow key, the items only with a new result. */
const ItemOption = memo(function ItemOption({ item, query }: { item: ItemSummary; query: string }) {
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
        <Highlight text={item.name} term={query} />
      </span>
      <span className="grid flex-none justify-items-end gap-1">
        <Badge tone={item.kind}>{t(KIND_LABELS[item.kind].label)}</Badge>
        {item.price !== undefined && <span className="text-sm tabular-nums">{formatRupees(item.price)}</span>}
      </span>
    </>
  )
})
