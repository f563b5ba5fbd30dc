/** Whether a text is an address of another site. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
}

/** Whether a text is the path of a page of this site. */
export function isSitePath(text: string): boolean {
  return /^\/(?![/\\])\S*$/.test(text)
}

/** Whether a text is an address that a button or a menu can lead to. */
export const isLink = (text: string): boolean => isHttpUrl(text) || isSitePath(text)

/** Whether a link in a text can have this address: also an email address or a phone number, but never a script. */
export const isTextLink = (text: string): boolean =>
  isLink(text) || /^mailto:[^\s@<>"']+@[^\s@<>"']+$/i.test(text) || /^tel:\+?[\d-]{3,20}$/.test(text)
