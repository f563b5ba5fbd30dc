/** Where an invited or forgetful person chooses a password; the link's secret stands in the fragment. */
export const WELCOME_PATH = '/welcome'
