import { useEffect, useRef, useState } from 'react'
import type { Kind, Picture } from '#contracts/item.ts'
import { whenIdle } from '#web/lib/scheduling.ts'
import placeholderMachine from '../../pictures/placeholder-machine.svg'
import placeholderPart from '../../pictures/placeholder-part.svg'
import { getSrcSet } from './srcset.ts'

const loadPlaceholderPainter = () => import('./thumbhash-placeholder.ts')

/** The drawing that stands in for a missing or broken picture. */
export const getPlaceholder = (kind: Kind) => (kind === 'spare' ? placeholderPart : placeholderMachine)

/** The smaller files of a picture for browsers that read them; stands before the img inside a picture element. */
function AvifSource({ picture, sizes }: { picture: Picture; sizes: string }) {
  if (!picture.avif) return null
  return <source type="image/avif" srcSet={getSrcSet(picture, 'avif')} sizes={sizes} />
}

interface ItemPictureProps {
  picture: Picture | undefined
  placeholder: string
  alt: string
  sizes: string
  /** The first pictures of a page load at once, the others when they come near. */
  eager?: boolean
  /** Before the others of its page: the one that is looked at first. */
  urgent?: boolean
  draggable?: boolean
  onBroken?: () => void
  className?: string
}

/** A picture in a box that does not move while it loads; the placeholder drawing when there is none or it is broken. */
export function ItemPicture({
  picture,
  placeholder,
  alt,
  sizes,
  eager = false,
  urgent = eager,
  draggable,
  onBroken,
  className = 'size-full',
}: ItemPictureProps) {
  const image = useRef<HTMLImageElement>(null)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const shown = picture && picture.url !== brokenUrl ? picture : undefined
  const handleError = () => {
    if (!shown) return
    setBrokenUrl(shown.url)
    onBroken?.()
  }
  // A picture that failed before the page came alive has already fired its error event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the picture that the server rendered
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) handleError()
  }, [])
  const thumbhash = shown?.thumbhash
  useEffect(() => {
    const element = image.current
    if (!thumbhash || !element || element.complete) return
    // Without it the picture stands on its plain ground until it is there.
    whenIdle(() => {
      if (element.complete || !element.isConnected) return
      loadPlaceholderPainter().then(
        ({ paintPlaceholder }) => paintPlaceholder(element, thumbhash),
        () => undefined,
      )
    })
  }, [thumbhash])
  return (
    <picture className="contents">
      {shown && <AvifSource picture={shown} sizes={sizes} />}
      <img
        ref={image}
        src={shown?.url ?? placeholder}
        srcSet={shown && getSrcSet(shown)}
        sizes={shown?.widths && sizes}
        width={shown?.width ?? 4}
        height={shown?.height ?? 3}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={urgent ? 'high' : 'auto'}
        decoding="async"
        draggable={draggable}
        onError={handleError}
        className={`${shown ? 'object-cover' : 'bg-surface-grey object-contain p-6'} ${className}`}
      />
    </picture>
  )
}

/** A picture of the site's own texts; the machine drawing when it is broken. */
export function ContentPicture({ picture, sizes, eager = false, className = '' }: ContentPictureProps) {
  return (
    <ItemPicture
      picture={picture}
      placeholder={placeholderMachine}
      alt={picture.alt}
      sizes={sizes}
      eager={eager}
      className={className}
    />
  )
}

interface ContentPictureProps {
  picture: Picture & { alt: string }
  sizes: string
  eager?: boolean
  className?: string
}
