import { formatLongDay } from '../format.ts'
import type { SiteContent } from '../site-content/site-content.ts'

/** What stands in an email in place of what is known only once the quotation is sent. */
export const EMAIL_NUMBER = '[number]'
export const EMAIL_LINK = '[link]'

/** Returns the email with the link to a quotation, which staff can edit before it is sent. */
export function createQuotationEmail({
  name,
  validUntil,
  buyerName,
  company,
}: {
  /** Such as 'QTN/2026-27/0042 R2'. */
  name: string
  /** '2026-12-31' */
  validUntil: string
  buyerName: string
  company: Pick<SiteContent['company'], 'name' | 'phones'>
}): { subject: string; text: string } {
  return {
    subject: `Quotation ${name} from ${company.name}`,
    text: createLetter({ buyerName, company }, [
      `Our quotation ${name} is ready. You can read it, download it as PDF, ask questions and accept it here:`,
      EMAIL_LINK,
      `It is valid until ${formatLongDay(validUntil)}.`,
      'Do not forward this link: whoever has it can accept the quotation.',
    ]),
  }
}

/** Puts the greeting before the paragraphs of an email, unless staff have written one, and the contacts of the company after them. */
export function createLetter(
  { buyerName, company }: { buyerName: string; company: Pick<SiteContent['company'], 'name' | 'phones'> },
  paragraphs: string[],
): string {
  const isGreeted =
    /^(?:dear|respected|hello|hi|namaste|vanakkam|good (?:morning|afternoon|evening))\b/i.test(
      paragraphs[0] ?? '',
    )
  const greeting = buyerName && !isGreeted ? [`Dear ${buyerName},`] : []
  const contacts = [company.name, ...company.phones.map(({ label, number }) => `${label}: ${number}`)]
  return `${[...greeting, ...paragraphs, contacts.join('\n')].join('\n\n')}\n`
}
