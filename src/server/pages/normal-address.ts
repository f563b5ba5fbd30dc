/**
 * The address with only the parameters that make a difference, in their order: one page, one key. `parameters`: those
 * that the page reads.
 */
export function normalAddress(asked: URL, parameters: readonly string[]): URL {
  const normal = new URL(asked.pathname.replace(/^\/{2,}/, '/'), asked.origin)
  for (const name of parameters) {
    const value = asked.searchParams.get(name)
    if (value) normal.searchParams.set(name, value)
  }
  return normal
}
