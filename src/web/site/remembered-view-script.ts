/*
 * Runs before the first paint of the catalogue. The HTML of a URL is the same for everybody; if this device shows the tab
 * as a list (features/catalogue/remembered-view.ts) and the URL names no view, this opens the URL of the list instead. It
 * is not a module, because modules run after the paint, and so imports nothing.
 */
{
  const params = new URLSearchParams(location.search)
  const tab = params.get('favourites') === 'true' ? 'favourites' : (params.get('tab') ?? 'machines')
  try {
    const listTabs = JSON.parse(localStorage.getItem('listViewTabs') ?? '[]') as string[]
    if (!params.has('view') && listTabs.includes(tab)) {
      params.set('view', 'list')
      location.replace(`?${params}${location.hash}`)
    }
  } catch {
    // Storage is blocked, or holds something else.
  }
}

export {}
