/*
 * Runs before the first paint of the catalogue. The HTML of a URL is the same for everybody; if this device shows the tab
 * as a list (features/catalogue/remembered-view.ts) and the URL names no view, this opens the URL of the list instead. If
 * it keeps the filters closed, this marks the page, so that no place is reserved for them (styles/site/layout.css). It is
 * part of the HTML (server/pages/production-frontend.ts) and no module, because modules run after the paint, and so imports
 * nothing.
 */
{
  const readList = (key: string) => JSON.parse(localStorage.getItem(key) ?? '[]') as string[]
  const params = new URLSearchParams(location.search)
  const tab = params.get('favourites') === 'true' ? 'favourites' : (params.get('tab') ?? 'machines')
  try {
    if (readList('closedPanels').includes('filters')) document.documentElement.dataset.filters = 'closed'
    if (!params.has('view') && readList('listViewTabs').includes(tab)) {
      params.set('view', 'list')
      location.replace(`?${params}${location.hash}`)
    }
  } catch {
    // Storage is blocked, or holds something else.
  }
}

export {}
