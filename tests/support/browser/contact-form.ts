import type { Locator, Page } from '@playwright/test'

export const contactForm = (page: Page): Locator => page.locator('#contact form')

/** Types the contact and a message into the contact form, as a visitor does. Returns the form. */
export async function typeContact(page: Page, message: string): Promise<Locator> {
  const form = contactForm(page)
  for (const [label, text] of [
    ['First name', 'Karthik'],
    ['Last name', 'Raja'],
    ['Email', 'karthik@works.example'],
    ['Phone', '98430 12345'],
    ['Message', message],
  ] as const)
    await form.getByLabel(label).pressSequentially(text)
  return form
}
