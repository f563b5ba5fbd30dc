import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { Item } from '#contracts/item/parse-item.ts'
import { msg, t } from '#messages/messages.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { getPlaceholder, ItemPicture } from '../../items/pictures/picture.tsx'
import { PICTURE_SIZES } from '../../items/pictures/picture-sizes.ts'
import { UnitText } from '../../items/units.tsx'
import { useZoom } from './use-zoom.ts'

const VIEWS = [msg('Front View'), msg('Side View'), msg('Control Panel'), msg('Internal View')]
const OVERALL_SIZE = /^Overall size/i

/** The pictures of an item: one large, below it a small one of each (rows DET-2 to DET-5). */
export function Gallery({ item }: { item: Item }) {
  const { pictures, kind } = item
  const [shown, setShown] = useState(0)
  const [broken, setBroken] = useState<ReadonlySet<number>>(new Set())
  if (pictures.length === 0) {
    return (
      <div className="grid aspect-4/3 place-items-center bg-surface-grey text-muted">
        <p>{t('No image available')}</p>
      </div>
    )
  }
  const step = (by: number) => setShown((shown + by + pictures.length) % pictures.length)
  const skipBroken = () => {
    const nowBroken = new Set(broken).add(shown)
    setBroken(nowBroken)
    const next = pictures.findIndex((_, index) => !nowBroken.has(index))
    if (kind === 'machine' && next >= 0) setShown(next)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: pictures.length - 1 }[event.key]
    if (to === undefined || pictures.length < 2) return
    event.preventDefault()
    setShown((to + pictures.length) % pictures.length)
  }
  const view = getView(item, shown)
  return (
    <section aria-label={t('Pictures')} onKeyDown={handleKeyDown}>
      <DimensionLines item={item} showDimensions={shown === 0}>
        <Stage item={item} shown={shown} view={view} onBroken={skipBroken} onStep={step} />
      </DimensionLines>
      <p role="status" className="sr-only">
        {pictures.length > 1 &&
          (view
            ? t('{view}, picture {number} of {total}', { view, number: shown + 1, total: pictures.length })
            : t('picture {number} of {total}', { number: shown + 1, total: pictures.length }))}
      </p>
      {pictures.length > 1 && (
        <ul className="mt-3 grid grid-cols-4 gap-3 print:hidden">
          {pictures.map((picture, index) => (
            <li key={picture.url}>
              <button
                type="button"
                aria-label={getView(item, index) ?? t('Picture {number}', { number: index + 1 })}
                aria-current={index === shown || undefined}
                onClick={() => setShown(index)}
                className="group block w-full text-left"
              >
                <span className="block aspect-4/3 overflow-hidden bg-stage group-aria-[current]:shadow-[0_3px_0_var(--color-marine)]">
                  <ItemPicture
                    picture={picture}
                    placeholder={getPlaceholder(kind)}
                    alt=""
                    sizes="(min-width: 64rem) 14rem, 24vw"
                  />
                </span>
                {getView(item, index) && (
                  <span className="mt-2 block font-head text-muted text-sm group-aria-[current]:font-semibold group-aria-[current]:text-ink">
                    {getView(item, index)}
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The caption of a picture; one of several pictures without it has the label of its place (row DET-3). */
const getView = ({ kind, pictures }: Item, index: number): string | undefined =>
  pictures[index]?.caption ??
  (kind === 'machine' || pictures.length > 1 ? VIEWS[index] && t(VIEWS[index]) : undefined)

interface StageProps {
  item: Item
  shown: number
  view: string | undefined
  onBroken: () => void
  onStep: (by: 1 | -1) => void
}

/** The large picture: a click zooms, a swipe shows the next one. */
function Stage({ item, shown, view, onBroken, onStep }: StageProps) {
  const { name, kind, pictures } = item
  const stage = useRef<HTMLDivElement>(null)
  const hasMultiple = pictures.length > 1
  const { zoom, toggle, pointers } = useZoom(stage, shown, (by) => hasMultiple && onStep(by))
  const zoomed = zoom.scale > 1
  const alt = view ? `${name}, ${view}` : name
  return (
    <div ref={stage} className="relative aspect-4/3 overflow-hidden bg-stage">
      <button
        type="button"
        aria-label={t('Zoom: {picture}', { picture: alt })}
        aria-pressed={zoomed}
        onClick={(event) => toggle(event.clientX, event.clientY)}
        {...pointers}
        className={`block size-full select-none ${zoomed ? 'cursor-zoom-out touch-none' : 'cursor-zoom-in touch-pan-y'}`}
      >
        <span
          className="block size-full"
          style={
            zoomed ? { transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` } : undefined
          }
        >
          <ItemPicture
            key={shown}
            picture={pictures[shown]}
            placeholder={getPlaceholder(kind)}
            alt={alt}
            sizes={zoomed ? '100rem' : PICTURE_SIZES.stage}
            eager
            draggable={false}
            onBroken={onBroken}
          />
        </span>
      </button>
      {view && (
        <Badge tone="featured" className="pointer-events-none absolute top-3 left-3 print:hidden">
          {view}
        </Badge>
      )}
      {hasMultiple && (
        <div className="absolute right-3 bottom-3 flex bg-surface print:hidden">
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('Previous picture')}
            data-tooltip={t('Previous picture')}
            onClick={() => onStep(-1)}
          >
            <ChevronLeft aria-hidden="true" size={20} />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('Next picture')}
            data-tooltip={t('Next picture')}
            onClick={() => onStep(1)}
          >
            <ChevronRight aria-hidden="true" size={20} />
          </Button>
        </div>
      )}
    </div>
  )
}

/** Dimension lines below and beside the first picture: overall length and height of the machine in mm. */
function DimensionLines({
  item,
  showDimensions,
  children,
}: {
  item: Item
  showDimensions: boolean
  children: ReactNode
}) {
  const size = item.specifications.find(([label]) => OVERALL_SIZE.test(label))?.[1]
  const [length, , height] = size?.match(/[\d,.]+/g) ?? []
  if (!size || !length || !height) return children
  const unit = size.replace(/^.*\d/, '')
  return (
    <div className="grid gap-x-3 gap-y-2 sm:grid-cols-[1fr_auto]">
      {children}
      <div
        aria-hidden="true"
        className={`dimension dimension-vertical max-sm:hidden ${showDimensions ? '' : 'invisible'}`}
      >
        <span>
          <UnitText text={height + unit}>{height}</UnitText>
        </span>
      </div>
      <div aria-hidden="true" className={`dimension ${showDimensions ? '' : 'invisible'}`}>
        <span>
          <UnitText text={length + unit}>{length}</UnitText>
        </span>
      </div>
    </div>
  )
}
