/** Programs that open pages and links: search engines, previews of messengers, scanners of emails. */
const PROGRAM =
  /(?<!cu)bot\b|bot\/|crawl|curl\/|wget|python-|googleother|inspectiontool|mediapartners|spider|slurp|preview|scanner|facebookexternalhit|whatsapp|skypeuripreview|safelinks|proofpoint|mimecast|barracuda|headless/i

/** Whether a User-Agent header is that of a program, not of a person's browser. */
export const isProgram = (userAgent: string | undefined): boolean => PROGRAM.test(userAgent ?? '')
