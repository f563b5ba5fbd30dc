/** The page where a user sets a password, after an invitation or a reset. The fragment of the URL is the secret. */
export const SET_PASSWORD_PATH = '/welcome'
