import type { QuotationSettings } from '#contracts/quotation/settings.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'

/** The company as the documents of a quotation state it, with the settings at the time of the issue. */
export interface Seller
  extends Pick<SiteContent['company'], 'name' | 'tagline' | 'address' | 'phones' | 'email'>,
    Pick<QuotationSettings, 'gstin' | 'pan' | 'cin' | 'lut' | 'bank' | 'signatory'> {}

/** Returns what documents state about the company. */
export const toSeller = (
  { name, tagline, address, phones, email }: SiteContent['company'],
  { gstin, pan, cin, lut, lutYear, bank, signatory }: QuotationSettings,
): Seller => ({
  name,
  tagline,
  address,
  phones,
  email,
  gstin,
  pan,
  cin,
  lut: [lut, lutYear && `financial year ${lutYear}`].filter(Boolean).join(', '),
  bank,
  signatory,
})
