/** How often what was asked for was there already. */
export interface Tally {
  hits: number
  misses: number
}

export const newTally = (): Tally => ({ hits: 0, misses: 0 })
