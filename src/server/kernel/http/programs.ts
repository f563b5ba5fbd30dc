/** Programs that open pages and links: search engines, previews of messengers, scanners of emails. */
const PROGRAM =
  /bot\b|bot\/|crawl|spider|slurp|preview|scanner|facebookexternalhit|whatsapp|skypeuripreview|safelinks|proofpoint|mimecast|barracuda|headless/i

/** Whether a User-Agent header is that of a program, not of a person's browser. */
export const isProgram = (userAgent: string | undefined): boolean => PROGRAM.test(userAgent ?? '')
