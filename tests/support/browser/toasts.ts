import { expect, type Page } from '@playwright/test'

/** The toast that is shown, in the list of toasts. */
export const toasts = (page: Page) =>
  page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')

/** Expects a single toast with this title and description: red for an error, otherwise marine. */
export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  const toast = toasts(page)
  await expect(toast.getByText(description, { exact: true })).toBeVisible()
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  await expect(toast).toHaveCount(1)
  await expect(toast).toHaveCSS('background-color', title === 'Error' ? 'rgb(176, 36, 28)' : 'rgb(6, 27, 49)')
}
