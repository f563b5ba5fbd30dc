/** Where the browser keeps the handle and the user (specification, section 3). */
export const STORAGE_KEYS = { token: 'adminToken', user: 'adminUser' } as const
