const ALIVE = 'alive'

/** Says that from here on everything answers; seen in a browser's performance tools, and waited for by tests. */
export const markAlive = (): void => void performance.mark(ALIVE)

/** Whether the page has come to life; never while the server renders, nor while the browser takes over what it rendered. */
export const isAlive = (): boolean => performance.getEntriesByName(ALIVE).length > 0
