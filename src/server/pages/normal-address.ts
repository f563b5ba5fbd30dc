/** The address without parameters; leading slashes make no other host of it. */
export const bareAddress = ({ pathname, origin }: URL): URL =>
  new URL(pathname.replace(/^\/{2,}/, '/'), origin)

/**
 * The address with only the parameters that make a difference, in their order: one page, one key. `parameters`: those
 * that the page reads.
 */
export function normalAddress(asked: URL, parameters: readonly string[]): URL {
  const normal = bareAddress(asked)
  for (const name of parameters) {
    const value = asked.searchParams.get(name)
    if (value) normal.searchParams.set(name, value)
  }
  return normal
}
