const PATHS = {
  LinkedIn: 'M4 4h16v16H4zM8 10.5V16M8 7.8v.1M11.5 16v-5.5M11.5 13c0-3 4.5-3.2 4.5 0v3',
  Facebook: 'M4 4h16v16H4zM16 8h-1.2c-1.3 0-1.8.7-1.8 1.9V20M10.5 13h5',
  YouTube: 'M3 6h18v12H3zM10.2 9.3l4.6 2.7-4.6 2.7z',
  Instagram: 'M4 4h16v16H4zM15.6 12a3.6 3.6 0 1 1-7.2 0 3.6 3.6 0 0 1 7.2 0zM16.7 7.2v.1',
} as const

/** Line signs of the four networks; the icon set has none of them. */
export function SocialIcon({ network }: { network: keyof typeof PATHS }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="outline-icon size-5 stroke-[1.6]">
      <path d={PATHS[network]} />
    </svg>
  )
}

export function WhatsAppIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="outline-icon size-5.5 stroke-[1.6]">
      <path d="M3.6 20.4 5 16.3a8.5 8.5 0 1 1 3 2.9z" />
      <path d="M9 8.3c0 3.7 3 6.7 6.6 6.7l1-1.9-2.3-1.1-.9 1a5.4 5.4 0 0 1-2.6-2.6l1-.9-1-2.2z" />
    </svg>
  )
}
