const HYDRATED_MARK = 'alive'

/** Says that from here on everything answers; seen in a browser's performance tools, and waited for by tests. */
export const markHydrated = (): void => void performance.mark(HYDRATED_MARK)

/** Whether the page has come to life; never while the server renders, nor while the browser takes over what it rendered. */
export const isHydrated = (): boolean => performance.getEntriesByName(HYDRATED_MARK).length > 0
