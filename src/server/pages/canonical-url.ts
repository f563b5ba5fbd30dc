/** The address without parameters; leading slashes make no other host of it. */
export const getBareUrl = ({ pathname, origin }: URL): URL =>
  new URL(pathname.replace(/^\/{2,}/, '/'), origin)

/**
 * The address with only the parameters that make a difference, in their order: one page, one key. `parameters`: those
 * that the page reads.
 */
export function getCanonicalUrl(requested: URL, parameters: readonly string[]): URL {
  const canonical = getBareUrl(requested)
  for (const name of parameters) {
    const value = requested.searchParams.get(name)
    if (value) canonical.searchParams.set(name, value)
  }
  return canonical
}
