const ENDINGS = ['ations', 'ation', 'ates', 'ate', 'ings', 'ing', 'ers', 'er', 'ed', 'es', 's', 'e']
const MIN_STEM = 4

/** A word without its ending, so that other forms of it begin with the same letters: 'turning' → 'turn'. */
export function toStem(word: string): string {
  for (const ending of ENDINGS) {
    if (!word.endsWith(ending) || word.length - ending.length < MIN_STEM) continue
    const stem = word.slice(0, -ending.length)
    const isDoubled = /^(?:ings?|ed|ers?)$/.test(ending) && /([bdgklmnprt])\1$/.test(stem)
    return isDoubled && stem.length > MIN_STEM ? stem.slice(0, -1) : stem
  }
  return word
}
