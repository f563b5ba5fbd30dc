import type { Locator, Page } from '@playwright/test'
import { postJson } from './browser.ts'

/** The line that states whether the draft is saved. */
export const status = (page: Page): Locator => page.getByRole('status').filter({ hasText: /saved|saving/i })

/** A line of the editor, from 1. */
export const line = (page: Page, number: number): Locator =>
  page.getByRole('group', { name: `Line ${number}` })

/** Types into the field that has the focus. */
export const type = (page: Page, text: string): Promise<void> => page.keyboard.type(text, { delay: 15 })

/** Creates a draft over the API: one line of ₹1,00,000 at 18 % in Tamil Nadu. */
export async function createDraft(
  page: Page,
  changes: object = {},
): Promise<{ id: string; revision: number }> {
  return postJson(page, '/api/quotations', {
    placeOfSupply: '33',
    buyer: { company: 'Sri Valli Works', email: 'buyer@valli.example' },
    subject: 'Chucks',
    lines: [{ key: 'a', description: 'Hydraulic chuck', quantity: 1, unitPrice: 100_000, gstRate: 18 }],
    ...changes,
  })
}

/** Sends the open draft without an email, and returns the path of the customer's page. */
export async function send(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Send( revision)?$/ }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Only create the link').check()
  await dialog.getByRole('button', { name: 'Create link' }).press('Enter')
  const link = await page.getByLabel("Link to the customer's page").inputValue()
  await page.getByRole('button', { name: 'Done' }).press('Enter')
  return new URL(link).pathname
}
