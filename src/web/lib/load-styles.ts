/**
 * Adds a style sheet to the document, and resolves once it applies. What needs it appears unstyled if it cannot be loaded. React
 * would preload it, which browsers report if the component is shown seconds later.
 */
export async function loadStyles(href: string): Promise<void> {
  if (document.querySelector(`link[href="${href}"]`)) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  await new Promise((resolve) => {
    link.onload = resolve
    link.onerror = resolve
    document.head.append(link)
  })
}
