/** The localStorage keys of the session's public id and of the user (specification, section 3). */
export const STORAGE_KEYS = { token: 'adminToken', user: 'adminUser' } as const
/** The sessionStorage key that marks a tab in which staff look at the site. */
export const PREVIEW_KEY = 'preview'
/** The localStorage key of a setting: 'off' disables the admin's shortcuts of one key. */
export const SINGLE_KEY_SHORTCUTS = 'adminSingleKeys'
