/** 'D17' → 3. Returns -1 for what is not a reference. */
export function parseColumn(reference: string): number {
  let column = 0
  let position = 0
  for (; position < reference.length; position++) {
    const code = reference.charCodeAt(position) & ~0x20
    if (code < 0x41 || code > 0x5a) break
    column = column * 26 + (code - 0x40)
  }
  return position === 0 || position > 3 ? -1 : column - 1
}

/** 3 → 'D'. */
export function formatColumn(index: number): string {
  let name = ''
  for (let rest = index; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    name = String.fromCharCode(0x41 + (rest % 26)) + name
  }
  return name
}

/** 17 and 3 → 'D17'. */
export const formatReference = (row: number, column: number): string => `${formatColumn(column)}${row}`
