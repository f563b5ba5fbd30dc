import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SiteSection } from '#contracts/fields/fields.ts'
import { Select } from '../../../ui/field.tsx'

export type PreviewSource = 'draft' | 'published'
const DEVICE_WIDTHS = { phone: 390, desktop: 1280 } as const
type Device = keyof typeof DEVICE_WIDTHS

interface PreviewProps {
  /** A new version or source loads the page again. */
  version: number
  source: PreviewSource
  /** The section that is edited; the page scrolls to it. */
  section: SiteSection
}

/** The site in a frame, scaled to the space available. It keeps its scroll position when it is loaded again. */
export function Preview({ version, source, section }: PreviewProps) {
  const [device, setDevice] = useState<Device>('desktop')
  const [initialUrl] = useState(() => getPreviewUrl(source))
  const container = useRef<HTMLDivElement>(null)
  const size = useElementSize(container)
  const { frame, onLoad } = usePreviewFrame(version, source, section.anchor)
  const width = DEVICE_WIDTHS[device]
  const scale = Math.min(1, size.width / width)
  return (
    <section
      aria-label="Preview"
      className="sticky top-24 flex h-[calc(100svh-8rem)] min-h-96 flex-col gap-3"
    >
      <Select
        label="Preview on"
        className="grid-cols-[auto_1fr] items-center gap-x-3"
        value={device}
        onChange={({ target }) => setDevice(target.value as Device)}
      >
        <option value="desktop">Desktop</option>
        <option value="phone">Phone</option>
      </Select>
      <div
        ref={container}
        className="min-h-0 flex-1 overflow-hidden border border-line-strong bg-surface-sunken"
      >
        {size.width > 0 && (
          <iframe
            ref={frame}
            title="The site with your changes"
            src={initialUrl}
            onLoad={onLoad}
            className="block origin-top-left border-0 bg-surface"
            style={{
              width,
              height: size.height / scale,
              transform: `translateX(${Math.max(0, (size.width - width * scale) / 2)}px) scale(${scale})`,
            }}
          />
        )}
      </div>
    </section>
  )
}

/** The home page with the draft of the user, or as it is published. */
export const getPreviewUrl = (source: PreviewSource) => `/?preview=${source}`

/** Loads the current page of the frame again, which may be another one than the home page. */
function usePreviewFrame(version: number, source: PreviewSource, anchor: string) {
  const frame = useRef<HTMLIFrameElement>(null)
  const shown = useRef({ version, source })
  const scrollTop = useRef<number>(undefined)

  useEffect(() => {
    const frameWindow = getFrameWindow(frame.current)
    if (version === shown.current.version && source === shown.current.source) return
    shown.current = { version, source }
    if (!frameWindow) {
      if (frame.current) frame.current.src = getPreviewUrl(source)
      return
    }
    scrollTop.current = frameWindow.scrollY
    const url = new URL(frameWindow.location.href)
    url.searchParams.set('preview', source)
    frameWindow.location.replace(url)
  }, [version, source])

  useEffect(() => scrollToSection(getFrameWindow(frame.current), anchor), [anchor])

  const onLoad = () => {
    const page = getFrameWindow(frame.current)
    if (scrollTop.current === undefined) scrollToSection(page, anchor)
    else page?.scrollTo({ top: scrollTop.current, behavior: 'instant' })
  }
  return { frame, onLoad }
}

/** The window of the frame; undefined while it shows a page of another site. */
function getFrameWindow(frame: HTMLIFrameElement | null): Window | undefined {
  try {
    const frameWindow = frame?.contentWindow
    return frameWindow && frameWindow.location.host === location.host ? frameWindow : undefined
  } catch {
    return undefined
  }
}

/** Scrolls only the page in the frame; `scrollIntoView` would scroll the admin as well. */
function scrollToSection(frameWindow: Window | undefined, anchor: string): void {
  const element = frameWindow?.document.getElementById(anchor)
  if (!frameWindow || !element) return
  frameWindow.scrollTo({
    top: frameWindow.scrollY + element.getBoundingClientRect().top,
    behavior: 'instant',
  })
}

function useElementSize(elementRef: React.RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    if (!elementRef.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(elementRef.current)
    return () => observer.disconnect()
  }, [elementRef])
  return size
}
