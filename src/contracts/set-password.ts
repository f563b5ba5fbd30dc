/** Where an invited or forgetful person chooses a password; the link's secret stands in the fragment. */
export const SET_PASSWORD_PATH = '/welcome'
