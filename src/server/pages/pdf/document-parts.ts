import type { Picture } from '#contracts/item/item.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'

interface Contact {
  label: string
  text: string
  link: string | null
}

/** How to reach the company, as documents state it. */
export interface CompanyData {
  name: string
  address: string[]
  contacts: Contact[]
}

/** Returns the company for a document. `url` is an address of the site. */
export function describeCompany(
  { name, address, phones, whatsapp, email, hours }: SiteContent['company'],
  url: string,
): CompanyData {
  const { street, city, postcode, state, country } = address
  const { origin, host } = new URL(url)
  return {
    name,
    address: [street, `${city} ${postcode}`, [state, country].filter(Boolean).join(', ')]
      .map((line) => line.trim())
      .filter(Boolean),
    contacts: [
      ...phones.map(({ label, number }) => ({
        label,
        text: number,
        link: `tel:${number.replace(/[^\d+]/g, '')}`,
      })),
      ...(whatsapp ? [{ label: 'WhatsApp', text: `+${whatsapp}`, link: `https://wa.me/${whatsapp}` }] : []),
      ...(email ? [{ label: 'Email', text: email, link: `mailto:${email}` }] : []),
      { label: 'Web', text: host, link: origin },
      ...hours.map((each) => ({ label: each.days, text: each.hours, link: null })),
    ],
  }
}

/** The forms of pictures that are cropped to 4:3 instead of shown with a border. */
const MIN_ASPECT = 1.15
const MAX_ASPECT = 1.6

/** A picture as templates show it. */
export interface PictureData {
  text: string
  /** Whether it fills its place of 4:3. */
  fills: boolean
}

/** Describes a picture; `name` is its text if it has no caption. */
export function describePicture({ caption, width = 0, height = 1 }: Picture, name: string): PictureData {
  const aspect = width / height
  return { text: caption || name, fills: aspect > MIN_ASPECT && aspect < MAX_ASPECT }
}

/** Whether a specification, such as 'Price' of a service, states a price, which these documents do not. */
export const isPriceLabel = (label: string): boolean => /^prices?\b/i.test(label.trim())
