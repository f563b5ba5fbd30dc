import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SiteSection } from '#contracts/site-content-fields.ts'
import { Select } from '../../../ui/field.tsx'

const ADDRESS = '/?preview=draft'
const WIDTHS = { phone: 390, desktop: 1280 } as const
type Device = keyof typeof WIDTHS

/** The site as it will be, drawn anew with every `version`; keeps its scroll place, and follows the section that is edited. */
export function Preview({ version, section }: { version: number; section: SiteSection }) {
  const [device, setDevice] = useState<Device>('desktop')
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const { frame, onLoad } = useLivePage(version, section.anchor)
  const width = WIDTHS[device]
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
      <div ref={box} className="min-h-0 flex-1 overflow-hidden border border-line-strong bg-surface-sunken">
        {size.width > 0 && (
          <iframe
            ref={frame}
            title="The site with your changes"
            src={ADDRESS}
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
function useLivePage(version: number, anchor: string) {
  const frame = useRef<HTMLIFrameElement>(null)
  const shown = useRef(version)
  const scrolled = useRef<number>(undefined)

  useEffect(() => {
    const page = pageIn(frame.current)
    if (version === shown.current) return
    shown.current = version
    if (!page) {
      if (frame.current) frame.current.src = ADDRESS
      return
    }
    scrolled.current = page.scrollY
    const address = new URL(page.location.href)
    address.searchParams.set('preview', 'draft')
    page.location.replace(address)
  }, [version])

  useEffect(() => showSection(pageIn(frame.current), anchor), [anchor])

  const onLoad = () => {
    const page = pageIn(frame.current)
    if (scrolled.current === undefined) showSection(page, anchor)
    else page?.scrollTo({ top: scrolled.current, behavior: 'instant' })
  }
  return { frame, onLoad }
}

/** The window of the frame while it shows a page of this site. */
function pageIn(frame: HTMLIFrameElement | null): Window | undefined {
  try {
    const page = frame?.contentWindow
    return page && page.location.host === location.host ? page : undefined
  } catch {
    return undefined
  }
}

/** Scrolls the page in the frame alone; `scrollIntoView` would move the screen around it as well. */
function showSection(page: Window | undefined, anchor: string): void {
  const element = page?.document.getElementById(anchor)
  if (!page || !element) return
  page.scrollTo({ top: page.scrollY + element.getBoundingClientRect().top, behavior: 'instant' })
}

function useSize(box: React.RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  return size
}
