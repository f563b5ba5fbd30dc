/** Where the browser keeps the handle and the user (specification, section 3). */
export const STORAGE_KEYS = { token: 'adminToken', user: 'adminUser' } as const
/** 'off' for whoever does not want single keys to do anything in the back office. */
export const SINGLE_KEY_SHORTCUTS = 'adminSingleKeys'
