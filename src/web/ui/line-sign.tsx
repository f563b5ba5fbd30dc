/** On a sheet of 24 by 24; the line along them rounds their corners (`line-sign` in styles/controls.css). */
const OUTLINES = {
  star: 'M12 2.3l2.9 6.3 6.9 .8-5.1 4.7 1.4 6.8-6.1-3.4-6.1 3.4 1.4-6.8-5.1-4.7 6.9-.8z',
  heart: 'M12 20.6l-7.9-7.7a5.2 5.2 0 0 1 7.9-6.8 5.2 5.2 0 0 1 7.9 6.8z',
}
/** From one star of a rating to the next. */
const STEP = 25

interface LineSignProps {
  sign: keyof typeof OUTLINES
  /** Of both sides, in px. */
  size: number
  filled: boolean
}

/** A sign that a page shows by the dozen: short to write, for the icon set's own would take the server ten times as long. */
export function LineSign({ sign, size, filled }: LineSignProps) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      className={`line-sign ${sign === 'star' ? 'stroke-[1.4]' : ''} ${filled ? 'fill-current' : ''}`}
    >
      <path d={OUTLINES[sign]} />
    </svg>
  )
}

/** Five stars in a row, so many of them filled. */
export function StarLine({ filled }: { filled: number }) {
  return (
    <svg aria-hidden="true" width="93" height="18" viewBox="0 0 124 24" className="line-sign stroke-[1.4]">
      <path d={stars(0, filled)} className="fill-current" />
      <path d={stars(filled, 5)} />
    </svg>
  )
}

const stars = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) =>
    OUTLINES.star.replace('12', String(12 + (from + at) * STEP)),
  ).join('')
