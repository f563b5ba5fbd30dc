/** The `sizes` attribute of each kind of picture. */
export const PICTURE_SIZES = {
  // On phones less than its width, for speed.
  hero: '(min-width: 52rem) max(100vw, 184vh), (min-width: 40rem) 183vw, 125vw',
  card: '(min-width: 112.5rem) 31rem, (min-width: 80rem) 26.5rem, (min-width: 48rem) 45vw, 88vw',
  compactCard:
    '(min-width: 80rem) clamp(11.75rem, (100vw - 21.5rem) * 0.204, 17.5rem), (min-width: 64rem) 11.75rem, (min-width: 48rem) 45vw, 88vw',
  row: '4rem',
  stage: '(min-width: 64rem) 54rem, 92vw',
} as const
