import type { Page } from '@playwright/test'

/** What a page sent: JSON as it is, a form as its fields in their order, files as 'file {name} {type}'. */
export interface SentCall {
  method: string
  path: string
  body: unknown
}

/** Notes every writing call that the page makes from its next opening on. Files are told by no other means. */
export async function noteCalls(page: Page): Promise<() => Promise<SentCall[]>> {
  await page.addInitScript(() => {
    const calls: SentCall[] = []
    Object.assign(window, { sentCalls: calls })
    const note = (method: string, path: string, body: unknown) => {
      if (method === 'GET' || !path.startsWith('/api/')) return
      const field = ([name, value]: [string, FormDataEntryValue]) => [
        name,
        typeof value === 'string' ? value : `file ${value.name} ${value.type}`,
      ]
      calls.push({
        method,
        path,
        body: body instanceof FormData ? [...body].map(field) : JSON.parse(`${body}`),
      })
    }
    const { fetch } = window
    window.fetch = (address, init) => {
      note(init?.method ?? 'GET', `${address}`, init?.body)
      return fetch(address, init)
    }
    const { open, send } = XMLHttpRequest.prototype
    const opened = new WeakMap<XMLHttpRequest, [method: string, path: string]>()
    XMLHttpRequest.prototype.open = function (method: string, address: string | URL) {
      opened.set(this, [method, `${address}`])
      open.call(this, method, address, true)
    }
    XMLHttpRequest.prototype.send = function (body) {
      note(...opened.get(this)!, body)
      send.call(this, body)
    }
  })
  return () => page.evaluate(() => Reflect.get(window, 'sentCalls'))
}

/** Holds every call of this method to this address until `release`. */
export async function holdCall(page: Page, method: string, path: string): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (route.request().method() === method) await held
      await route.fallback()
    },
  )
  return () => release()
}

/** What happens to a call instead of reaching the site. */
export type Trouble = { message: string; status: number } | 'no answer'

/** Lets calls of this method to this address end so; `page.unrouteAll()` ends it. */
export async function failCall(page: Page, method: string, path: string, trouble: Trouble): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    (route) => {
      if (route.request().method() !== method) return route.fallback()
      if (trouble === 'no answer') return route.abort()
      return route.fulfill({ status: trouble.status, json: { message: trouble.message } })
    },
  )
}
