const STORAGE_KEY = 'capstan-tab'
let tabId: string | undefined

/**
 * Identifies this tab of the browser, also after it was reloaded. A tab that was opened as a copy of another one has an id of
 * its own.
 */
export function getTabId(): string {
  tabId ??= readTabId() ?? crypto.randomUUID()
  try {
    sessionStorage.setItem(STORAGE_KEY, tabId)
  } catch {
    // Storage is blocked.
  }
  return tabId
}

function readTabId(): string | null {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type !== 'reload') return null
  try {
    return sessionStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}
