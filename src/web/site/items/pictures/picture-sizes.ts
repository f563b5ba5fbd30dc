/** The `sizes` attribute of each kind of picture. */
export const PICTURE_SIZES = {
  // On phones less than its width, for speed.
  hero: '(min-width: 52rem) max(100vw, 184vh), (min-width: 40rem) 183vw, 125vw',
  card: '(min-width: 80rem) 26rem, (min-width: 48rem) 45vw, 88vw',
  compactCard: '(min-width: 64rem) 17rem, (min-width: 48rem) 45vw, 88vw',
  row: '4rem',
  stage: '(min-width: 64rem) 52rem, 92vw',
} as const
