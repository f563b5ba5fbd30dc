/** Letters only: compatibility forms and Latin accents folded away, lower case, single spaces. The form that is sorted and searched. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}

/** 'CL 25 Capstan Lathe' → 'cl-25-capstan-lathe'; '' when nothing readable is left. At most 80 characters. */
export function slugify(text: string): string {
  return fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')
}

/** 'KMT-CO-2500' → 'kmtco2500': what is left of a code or name when nobody remembers its gaps. */
export function toAlphanumericKey(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, '')
}
