/** The content of a page. */
export const MAIN_ID = 'main'

/** The items of the catalogue, before which its sidebar stands. */
export const RESULTS_ID = 'results'
