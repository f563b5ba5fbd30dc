import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import type { Drawing } from '#contracts/files/drawing.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import type { RelatedItem } from '#contracts/item/relation.ts'
import { t } from '#messages/messages.ts'
import { ItemLink, SiteLink } from '#web/lib/navigation/navigation.tsx'
import { ItemPicture } from '#web/site/items/pictures/picture.tsx'
import { PartRow } from './parts-list.tsx'

/** The assembly drawings of a machine, or for a spare part the links to its place in drawings. */
export function Drawings({ item }: { item: Item }) {
  const places = item.relations.machines?.items.filter(({ relation }) => relation.drawing) ?? []
  return (
    <>
      {item.drawings.map((drawing) => (
        <DrawingSection key={drawing.id} item={item} drawing={drawing} />
      ))}
      {places.length > 0 && (
        <section aria-label={t('In drawings')}>
          <h2 className="mb-4 text-h3">{t('In drawings')}</h2>
          <ul className="grid gap-2">
            {places.map(({ slug, code, name, relation }) => (
              <li key={relation.id}>
                <SiteLink
                  to={`/product/${encodeURIComponent(slug)}#${toSectionId(relation.drawing!)}`}
                  className="inline-flex items-center gap-3 py-0.5 text-link underline underline-offset-4"
                >
                  <span aria-hidden="true" className="balloon text-ink">
                    {relation.position}
                  </span>
                  {t('Position {position} of {assembly}, {machine}', {
                    position: relation.position,
                    assembly: relation.assembly,
                    machine: code ?? name,
                  })}
                </SiteLink>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const toSectionId = (id: string) => `drawing-${id}`
const toRowId = ({ relation }: RelatedItem) => `position-${relation.id}`

/** A picture with a numbered link to each part, and the list of the parts; number and row of a part are marked together. */
function DrawingSection({ item, drawing }: { item: Item; drawing: Drawing }) {
  const { id, assembly, picture, hotspots, parts } = drawing
  const title = t('{assembly}, drawing', { assembly })
  const [marked, setMarked] = useState<string>()
  const isTouched = useRef(false)
  if (!picture) return null
  /** A finger cannot hover: a tap leads to the row of the part, which has the link to it, instead of away from the page. */
  const showRow = (event: MouseEvent, part: RelatedItem) => {
    if (!isTouched.current) return
    isTouched.current = false
    event.preventDefault()
    const row = document.getElementById(toRowId(part))
    row?.querySelector('a')?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  const getMarkProps = (position: string) => ({
    'data-marked': position === marked || undefined,
    onPointerEnter: () => setMarked(position),
    onPointerLeave: () => setMarked(undefined),
    onFocus: () => setMarked(position),
    onBlur: () => setMarked(undefined),
  })
  return (
    <section id={toSectionId(id)} aria-label={title} className="details-section">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="text-h3">{title}</h2>
        <a href={picture.url} className="text-link underline underline-offset-4 hover:decoration-2">
          {t('Open the drawing in full size')}
        </a>
      </div>
      <div className="grid items-start gap-x-(--space-column) gap-y-5 lg:grid-cols-12">
        <div
          className="relative border border-line-strong bg-surface lg:col-span-8"
          style={{ aspectRatio: `${picture.width ?? 4} / ${picture.height ?? 3}` }}
        >
          <ItemPicture
            picture={picture}
            placeholder=""
            alt={t('Drawing of {assembly}, {machine}', { assembly, machine: item.name })}
            sizes="(min-width: 64rem) 64rem, 92vw"
          />
          {hotspots.map(({ position, x, y }) => {
            const part = parts.find(({ relation }) => relation.position === position)
            if (!part) return null
            return (
              <ItemLink
                key={`${position} ${x} ${y}`}
                item={part}
                aria-label={t('Position {position}: {part}', { position, part: part.name })}
                data-tooltip={part.name}
                className="balloon on-picture data-marked:bg-marine data-marked:text-on-dark"
                style={{ left: `${x}%`, top: `${y}%` }}
                {...getMarkProps(position)}
                onPointerUp={({ pointerType }: PointerEvent) => {
                  isTouched.current = pointerType === 'touch'
                }}
                onKeyDown={() => {
                  isTouched.current = false
                }}
                onClick={(event) => showRow(event, part)}
              >
                {position}
              </ItemLink>
            )
          })}
        </div>
        <ol className="border-ink border-t lg:col-span-4">
          {parts.map((part) => (
            <PartRow
              key={part.relation.id}
              id={toRowId(part)}
              item={part}
              {...getMarkProps(part.relation.position)}
            />
          ))}
        </ol>
      </div>
    </section>
  )
}
