/** Returns path and query under which the browser fetches the state of a page. */
export const getStateUrl = (html: string): string =>
  /<html[^>]* data-state="([^"]*)"/.exec(html)![1]!.replaceAll('&amp;', '&')
