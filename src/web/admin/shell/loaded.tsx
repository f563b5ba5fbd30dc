import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Spinner } from '#web/ui/spinner.tsx'
import { LoadError } from './load-error.tsx'

interface LoadedProps<Data> {
  query: UseQueryResult<Data>
  /** What is loaded, as the beginning of a sentence: 'The enquiries'. */
  subject: string
  /** Said while it is loading. */
  label?: string
  children: (data: Data) => ReactNode
}

/** What a query has loaded; until then that it is loading, or why it could not be loaded, with a button to try again. */
export function Loaded<Data>({ query, subject, label = 'Loading...', children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) return <Spinner label={label} />
  return <LoadError subject={subject} error={query.error ?? new Error()} onRetry={query.refetch} />
}
