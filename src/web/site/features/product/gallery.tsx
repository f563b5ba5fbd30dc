import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Item } from '#contracts/item-reader.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ItemPicture, placeholderOf } from '../../items/picture.tsx'

const VIEWS = ['Front View', 'Side View', 'Control Panel', 'Internal View']

/** The pictures of an item, one large, all small below (rows DET-2 to DET-5). */
export function Gallery({ item }: { item: Item }) {
  const { pictures, kind } = item
  const [shown, setShown] = useState(0)
  const [zoomed, setZoomed] = useState(false)
  const [broken, setBroken] = useState<ReadonlySet<number>>(new Set())
  if (pictures.length === 0) {
    return (
      <div className="grid aspect-4/3 place-items-center bg-surface-grey text-muted">
        <p>No image available</p>
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
  const view = kind === 'machine' ? VIEWS[shown] : undefined
  return (
    <section aria-label="Pictures">
      <div className="relative aspect-4/3 overflow-hidden bg-stage">
        <button
          type="button"
          aria-label={zoomed ? 'Zoom out' : 'Zoom in'}
          aria-pressed={zoomed}
          onClick={() => setZoomed(!zoomed)}
          className={`block size-full ${zoomed ? 'cursor-zoom-out' : 'cursor-zoom-in'}`}
        >
          <ItemPicture
            key={shown}
            picture={pictures[shown]}
            placeholder={placeholderOf(kind)}
            alt={view ? `${item.name}, ${view}` : item.name}
            sizes="(min-width: 64rem) 52rem, 92vw"
            eager
            onBroken={skipBroken}
            className={`size-full transition-transform duration-(--duration-panel) ${zoomed ? 'scale-200' : ''}`}
          />
        </button>
        {view && (
          <Badge tone="featured" className="pointer-events-none absolute top-3 left-3">
            {view}
          </Badge>
        )}
        {pictures.length > 1 && (
          <div className="absolute right-3 bottom-3 flex bg-surface print:hidden">
            <Button variant="ghost" size="icon" aria-label="Previous image" onClick={() => step(-1)}>
              <ChevronLeft aria-hidden="true" size={20} />
            </Button>
            <Button variant="ghost" size="icon" aria-label="Next image" onClick={() => step(1)}>
              <ChevronRight aria-hidden="true" size={20} />
            </Button>
          </div>
        )}
      </div>
      {pictures.length > 1 && (
        <ul className="mt-3 grid grid-cols-4 gap-3 print:hidden">
          {pictures.map((picture, index) => (
            <li key={picture.url}>
              <button
                type="button"
                aria-label={VIEWS[index] ?? `Picture ${index + 1}`}
                aria-current={index === shown || undefined}
                onClick={() => setShown(index)}
                className="group block w-full text-left"
              >
                <span className="block aspect-4/3 overflow-hidden bg-stage group-aria-[current]:outline-2 group-aria-[current]:outline-marine group-aria-[current]:outline-offset-2">
                  <ItemPicture
                    picture={picture}
                    placeholder={placeholderOf(kind)}
                    alt=""
                    sizes="(min-width: 64rem) 13rem, 24vw"
                  />
                </span>
                {kind === 'machine' && (
                  <span className="mt-1.5 block font-head text-muted text-sm">{VIEWS[index]}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
