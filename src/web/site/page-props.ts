/** The named parts of a path, decoded. */
export type Params = Record<string, string | undefined>

/** What every page of the site is given. */
export interface PageProps {
  params: Params
}
