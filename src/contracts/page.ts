/** One page of a list. The response has the items as its body and the number of all matches in X-Total-Count. */
export interface Page<Item> {
  items: Item[]
  /** The number of matches on all pages. */
  total: number
}
