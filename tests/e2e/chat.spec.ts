import type { Page } from '@playwright/test'
import { expect, test, waitForHydration } from '../support/browser.ts'

async function openChat(page: Page) {
  await page.goto('/')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  return page.getByRole('region', { name: 'Chat', exact: true })
}

test('[CHAT-1] The chat opens, and closes by its button and by Escape', async ({ page }) => {
  const chat = await openChat(page)
  await chat.getByRole('button', { name: 'Close chat' }).click()
  await expect(chat).toBeHidden()
  await expect(page.getByRole('button', { name: 'Chat', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(chat.getByLabel('Your message')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(chat).toBeHidden()
})

test('[CHAT-3] A blank chat message cannot be sent, and Enter sends a message', async ({ page }) => {
  const chat = await openChat(page)
  const send = chat.getByRole('button', { name: 'Send' })
  await expect(send).toBeDisabled()
  await chat.getByLabel('Your message').fill('   ')
  await expect(send).toBeDisabled()
  await page.keyboard.press('Enter')
  await expect(chat.getByRole('log').getByText('You:')).toHaveCount(0)
  await chat.getByLabel('Your message').fill('delivery?')
  await expect(send).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(chat.getByLabel('Your message')).toHaveValue('')
  await expect(chat.getByRole('log')).toContainText('delivery?')
})

test('[CHAT-2, CHAT-4, CHAT-7] Each chat reply follows after 1 to 2 s of the typing indicator, without a request', async ({
  page,
}) => {
  const chat = await openChat(page)
  await page.waitForLoadState('networkidle')
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  const times = await chat.evaluate(async (element) => {
    const log = element.querySelector('[role=log]')!
    const input = element.querySelector('input')!
    const until = async (found: () => boolean) => {
      while (!found()) await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    const measured: number[] = []
    for (const question of ['price', 'training']) {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, question)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      await until(() => !element.querySelector<HTMLButtonElement>('[aria-label=Send]')!.disabled)
      element.querySelector('form')!.requestSubmit()
      await until(() => log.textContent!.includes('Typing'))
      const start = performance.now()
      await until(() => !log.textContent!.includes('Typing'))
      measured.push(performance.now() - start)
    }
    return measured
  })
  for (const time of times) {
    expect(time).toBeGreaterThan(950)
    expect(time).toBeLessThan(2150)
  }
  const messages = chat.getByRole('log').locator('time[datetime]')
  await expect(messages).toHaveCount(5)
  await expect(chat.getByRole('log')).toContainText('₹15,00,000 to ₹45,00,000')
  expect(calls).toEqual([])
})
