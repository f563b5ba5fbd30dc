/** Returns the form that is sorted and searched: no compatibility forms or Latin accents, lower case, single spaces. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}

/** 'CL 25 Capstan Lathe' → 'cl-25-capstan-lathe', at most 80 characters. Returns '' if no character of a-z and 0-9 remains. */
export function slugify(text: string): string {
  return fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')
}

/** 'KMT-CO-2500' → 'kmtco2500': codes and names with different separators compare equal. */
export function toAlphanumericKey(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, '')
}
