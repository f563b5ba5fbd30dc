import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SiteSection } from '#contracts/site-content-fields.ts'
import { Select } from '../../../ui/field.tsx'

const PREVIEW_URL = '/?preview=draft'
const DEVICE_WIDTHS = { phone: 390, desktop: 1280 } as const
type Device = keyof typeof DEVICE_WIDTHS

/** The site as it will be, drawn anew with every `version`; keeps its scroll place, and follows the section that is edited. */
export function Preview({ version, section }: { version: number; section: SiteSection }) {
  const [device, setDevice] = useState<Device>('desktop')
  const container = useRef<HTMLDivElement>(null)
  const size = useElementSize(container)
  const { frame, onLoad } = usePreviewFrame(version, section.anchor)
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
            src={PREVIEW_URL}
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

/** Reloads what the frame shows, whichever page that is by now. */
function usePreviewFrame(version: number, anchor: string) {
  const frame = useRef<HTMLIFrameElement>(null)
  const shownVersion = useRef(version)
  const scrollTop = useRef<number>(undefined)

  useEffect(() => {
    const frameWindow = getFrameWindow(frame.current)
    if (version === shownVersion.current) return
    shownVersion.current = version
    if (!frameWindow) {
      if (frame.current) frame.current.src = PREVIEW_URL
      return
    }
    scrollTop.current = frameWindow.scrollY
    const url = new URL(frameWindow.location.href)
    url.searchParams.set('preview', 'draft')
    frameWindow.location.replace(url)
  }, [version])

  useEffect(() => scrollToSection(getFrameWindow(frame.current), anchor), [anchor])

  const onLoad = () => {
    const page = getFrameWindow(frame.current)
    if (scrollTop.current === undefined) scrollToSection(page, anchor)
    else page?.scrollTo({ top: scrollTop.current, behavior: 'instant' })
  }
  return { frame, onLoad }
}

/** The window of the frame while it shows a page of this site. */
function getFrameWindow(frame: HTMLIFrameElement | null): Window | undefined {
  try {
    const frameWindow = frame?.contentWindow
    return frameWindow && frameWindow.location.host === location.host ? frameWindow : undefined
  } catch {
    return undefined
  }
}

/** Scrolls the page in the frame alone; `scrollIntoView` would move the screen around it as well. */
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
