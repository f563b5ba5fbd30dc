/** The named parameters of a path, decoded. */
export type Params = Record<string, string | undefined>

/** The props of every page of the site. */
export interface PageProps {
  params: Params
}
