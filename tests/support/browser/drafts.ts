import { expect, type Page } from '@playwright/test'

/** Waits until the unsaved forms that this device has stored contain these texts, such as values and names of files. */
export const waitForStoredDraft = (page: Page, ...texts: string[]): Promise<void> =>
  expect
    .poll(async () => {
      const stored = JSON.stringify(await listStoredDrafts(page))
      return texts.filter((text) => !stored.includes(text))
    })
    .toEqual([])

/** The unsaved forms that this device has stored, with the names of their files. */
export const listStoredDrafts = (page: Page): Promise<unknown[]> =>
  page.evaluate(async () => {
    const toPromise = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    // Opening it would create it, without the store that the page creates.
    const exists = (await indexedDB.databases()).some(({ name }) => name === 'keyval-store')
    if (!exists) return []
    const database = await toPromise(indexedDB.open('keyval-store'))
    const drafts = await toPromise(database.transaction('keyval').objectStore('keyval').getAll())
    database.close()
    return JSON.parse(JSON.stringify(drafts, (_, value) => (value instanceof File ? value.name : value)))
  })
