import type { Page } from '@playwright/test'

/** A request of a page: JSON as sent, or the fields of a form in order, files as 'file {name} {type}'. */
export interface RecordedRequest {
  method: string
  path: string
  body: unknown
}

/** Records every writing request of the page from its next navigation on. */
export async function recordRequests(page: Page): Promise<() => Promise<RecordedRequest[]>> {
  await page.addInitScript(() => {
    const requests: RecordedRequest[] = []
    Object.assign(window, { sentCalls: requests })
    const record = (method: string, path: string, body: unknown) => {
      if (method === 'GET' || !path.startsWith('/api/')) return
      const field = ([name, value]: [string, FormDataEntryValue]) => [
        name,
        typeof value === 'string' ? value : `file ${value.name} ${value.type}`,
      ]
      requests.push({
        method,
        path,
        body: body instanceof FormData ? [...body].map(field) : JSON.parse(`${body}`),
      })
    }
    const { fetch } = window
    window.fetch = (address, init) => {
      record(init?.method ?? 'GET', `${address}`, init?.body)
      return fetch(address, init)
    }
    const { open, send } = XMLHttpRequest.prototype
    const opened = new WeakMap<XMLHttpRequest, [method: string, path: string]>()
    XMLHttpRequest.prototype.open = function (method: string, address: string | URL) {
      opened.set(this, [method, `${address}`])
      open.call(this, method, address, true)
    }
    XMLHttpRequest.prototype.send = function (body) {
      record(...opened.get(this)!, body)
      send.call(this, body)
    }
  })
  return () => page.evaluate(() => Reflect.get(window, 'sentCalls'))
}

/** Holds every request with this method and path until `release` is called. */
export async function holdRequest(page: Page, method: string, path: string): Promise<() => void> {
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

/** What happens to a request instead of reaching the site. */
export type RequestFailure = { message: string; status: number } | 'no response' | 'page of a proxy'

/** Fails requests with this method and path until `page.unrouteAll()`. */
export async function failRequest(
  page: Page,
  method: string,
  path: string,
  failure: RequestFailure,
): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    (route) => {
      if (route.request().method() !== method) return route.fallback()
      if (failure === 'page of a proxy')
        return route.fulfill({ contentType: 'text/html', body: '<h1>Proxy</h1>' })
      if (failure === 'no response') return route.abort()
      return route.fulfill({ status: failure.status, json: { message: failure.message } })
    },
  )
}
