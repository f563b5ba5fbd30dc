import { useQuery } from '@tanstack/react-query'

/** Width of the quiet zone in modules (ISO/IEC 18004). */
const QUIET_ZONE_MODULES = 4

/** A QR code of this text, generated in the browser, so that the text is not sent anywhere. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data: code } = useQuery({
    queryKey: ['qr', text],
    queryFn: async () => (await import('uqr')).encode(text, { ecc: 'M', border: QUIET_ZONE_MODULES }),
  })
  if (!code) return <div className="size-52 bg-surface-sunken" />
  const path = code.data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
      className="size-52 border border-line bg-surface fill-ink"
    >
      <path d={path} />
    </svg>
  )
}
