import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useState } from 'react'
import type { GridChange, GridItem, GridSaveReply } from '#contracts/bulk-data/grid.ts'
import { countOf } from '#contracts/format.ts'
import { getPage, send } from '#web/lib/api/api.ts'
import { usePriceQuestion } from '../../editing/use-price-question.tsx'
import { adminApi } from '../../session/session.ts'
import { EMPTY_STATE, listSendable, reduceGrid } from './grid-state.ts'

/** Items of one request: a failure then leaves little in doubt. */
const BATCH_SIZE = 100

/** The items that are edited: selected ones, or those that match the filters of the list. */
export interface GridTarget {
  ids?: string[]
  filter?: Record<string, string>
}

/** Loads the items of the grid, and saves the changed cells. */
export function useGrid(target: GridTarget) {
  const client = useQueryClient()
  const [state, dispatch] = useReducer(reduceGrid, EMPTY_STATE)
  const [isSaving, setIsSaving] = useState(false)
  const [error, setError] = useState<string>()
  const [message, setMessage] = useState('')
  const { askThenSave, question } = usePriceQuestion()
  // Loaded once: a later response must not replace what the user sees and edits.
  const query = useQuery({
    queryKey: ['/api/items/grid', JSON.stringify(target)],
    queryFn: () =>
      getPage<GridItem>(adminApi, '/api/items/grid', {
        method: 'POST',
        body: JSON.stringify(target),
        headers: { 'content-type': 'application/json' },
      }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const items = query.data?.items
  useEffect(() => {
    if (items) dispatch({ type: 'load', items })
  }, [items])

  const save = async (changes: readonly GridChange[]) => {
    setIsSaving(true)
    setError(undefined)
    const counts = { saved: 0, conflict: 0, invalid: 0, deleted: 0 }
    try {
      for (let start = 0; start < changes.length; start += BATCH_SIZE) {
        const sent = changes.slice(start, start + BATCH_SIZE)
        const { results } = await send<GridSaveReply>(adminApi, 'PATCH', '/api/items', { changes: sent })
        dispatch({ type: 'saved', sent, results })
        for (const { status } of results) counts[status]++
      }
    } catch (reason) {
      setError(`${(reason as Error).message} Your changes are still here.`)
    } finally {
      setIsSaving(false)
      setMessage(describeResult(counts))
      const isGrid = (key: unknown) => key === '/api/items/grid'
      await client.invalidateQueries({ predicate: ({ queryKey: [key] }) => !isGrid(key) })
    }
  }
  const requestSave = () => {
    const changes = listSendable(state)
    if (!isSaving && changes.length > 0)
      askThenSave(listPriceEdits(state.items, changes), () => void save(changes))
  }
  return { query, state, dispatch, save: requestSave, question, isSaving, error, message }
}

const listPriceEdits = (items: readonly GridItem[], changes: readonly GridChange[]) =>
  changes.flatMap(({ id, fields: { price } }) => {
    const stored = items.find((item) => item.id === id)?.fields
    return stored && price !== undefined
      ? [{ id, name: stored.name, before: stored.price, after: price }]
      : []
  })

function describeResult({ saved = 0, conflict, invalid, deleted }: Record<string, number>): string {
  const parts = [
    `${countOf(saved, 'item')} saved`,
    conflict && `${conflict} changed by someone else`,
    invalid && `${invalid} not valid`,
    deleted && `${deleted} deleted meanwhile`,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}
