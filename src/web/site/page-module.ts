import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { ExpectedPicture } from './items/pictures/prefetch-picture.ts'

/** The named parameters of a path, decoded. */
export type Params = Record<string, string | undefined>

/** The props of every page of the site. */
export interface PageProps {
  params: Params
}

/** The address of a page and its history state. */
export interface PageLocation {
  params: Params
  search: URLSearchParams
  state: unknown
}

/** What the module of a page exports. */
export interface PageModule {
  default: ComponentType<PageProps>
  /** Fetches the data of the page. Does not throw: the page shows the error of the query. */
  prefetchData?(client: QueryClient, location: PageLocation): Promise<unknown>
  /** The pictures of the first view, as far as the query cache knows them. */
  getPictures?(client: QueryClient, location: PageLocation): ExpectedPicture[]
}
