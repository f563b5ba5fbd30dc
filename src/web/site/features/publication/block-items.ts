import type { QueryClient } from '@tanstack/react-query'
import type { Block } from '#contracts/publication/block-types.ts'
import { parseCatalogueUrl } from '../../parse-catalogue-url.ts'
import { comparisonQuery, summariesQuery } from '../../queries/discovery-queries.ts'
import { getListParams, listQuery } from '../../queries/list-queries.ts'

type ListBlock = Extract<Block, { type: 'list' }>

/** The query of the first items of a list of the catalogue. */
export function blockListQuery({ address, count }: ListBlock) {
  const view = parseCatalogueUrl(new URLSearchParams(address.split('?')[1] ?? ''))
  return listQuery(view.tab, { ...getListParams(view)[view.tab], limit: count })
}

/** Fetches the items of blocks, so that their cards are what the catalogue says now. */
export async function prefetchBlockItems(client: QueryClient, blocks: readonly Block[]): Promise<void> {
  await Promise.all(
    blocks.map((block) => {
      if (block.type === 'items') return client.prefetchQuery(summariesQuery(block.items))
      if (block.type === 'comparison') return client.prefetchQuery(comparisonQuery(block.items.join(',')))
      if (block.type === 'list') return client.prefetchInfiniteQuery(blockListQuery(block))
      return undefined
    }),
  )
}
