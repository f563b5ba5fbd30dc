import { useEffect, useRef, useState } from 'react'
import type { Kind, Picture } from '#contracts/item/item.ts'
import { whenIdle } from '#web/lib/scheduling.ts'
import placeholderMachine from '../../../pictures/placeholder-machine.svg'
import placeholderPart from '../../../pictures/placeholder-part.svg'
import { getSrcSet } from './srcset.ts'

const loadPlaceholderPainter = () => import('./thumbhash-placeholder.ts')

/** The drawing that is shown instead of a missing or broken picture. */
export const getPlaceholder = (kind: Kind) => (kind === 'spare' ? placeholderPart : placeholderMachine)

/** The AVIF files of a picture, for the browsers that support them. It precedes the img in a picture element. */
function AvifSource({ picture, sizes }: { picture: Picture; sizes: string }) {
  if (!picture.avif) return null
  return <source type="image/avif" srcSet={getSrcSet(picture, 'avif')} sizes={sizes} />
}

interface ItemPictureProps {
  picture: Picture | undefined
  placeholder: string
  alt: string
  sizes: string
  /** Loads immediately, for the first pictures of a page; the others load when they come near the viewport. */
  eager?: boolean
  /** Has priority over the other pictures of the page. */
  urgent?: boolean
  draggable?: boolean
  /** Shows the whole picture, with the background of the box around it, instead of filling the box. */
  isWhole?: boolean
  onBroken?: () => void
  className?: string
}

/** A picture whose size is reserved while it loads; the placeholder drawing if it is missing or broken. */
export function ItemPicture({
  picture,
  placeholder,
  alt,
  sizes,
  eager = false,
  urgent = eager,
  draggable,
  isWhole = false,
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
  // The error event of a picture that failed before hydration has already been dispatched.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the server-rendered picture
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) handleError()
  }, [])
  const thumbhash = shown?.thumbhash
  useEffect(() => {
    const element = image.current
    // Other pictures load before they come into view. Without the placeholder the box has a plain background until then.
    if (!eager || !thumbhash || !element || element.complete) return
    whenIdle(() => {
      if (element.complete || !element.isConnected) return
      loadPlaceholderPainter().then(
        ({ paintPlaceholder }) => paintPlaceholder(element, thumbhash),
        () => undefined,
      )
    })
  }, [eager, thumbhash])
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
        // Browsers raise the priority of the first pictures of a document, which would delay the urgent one.
        fetchPriority={urgent ? 'high' : eager ? 'low' : 'auto'}
        decoding="async"
        draggable={draggable}
        onError={handleError}
        className={`${shown ? (isWhole ? 'object-contain' : 'object-cover') : 'bg-surface-grey object-contain p-6'} ${className}`}
      />
    </picture>
  )
}

/** A picture of the site content; the machine drawing if it is broken. */
export function ContentPicture({
  picture,
  sizes,
  eager = false,
  isWhole = false,
  className = '',
}: ContentPictureProps) {
  return (
    <ItemPicture
      picture={picture}
      placeholder={placeholderMachine}
      alt={picture.alt}
      sizes={sizes}
      eager={eager}
      isWhole={isWhole}
      className={className}
    />
  )
}

interface ContentPictureProps {
  picture: Picture & { alt: string }
  sizes: string
  eager?: boolean
  isWhole?: boolean
  className?: string
}
