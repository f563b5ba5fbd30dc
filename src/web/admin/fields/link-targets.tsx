import { useQuery } from '@tanstack/react-query'
import type { PublicationRow } from '#contracts/publication/publication.ts'
import { getPublicationPath } from '#contracts/publication/publication-path.ts'
import { pageQuery } from '../session/requests.ts'

const FIXED_TARGETS: [path: string, name: string][] = [
  ['/', 'Home page'],
  ['/#contact', 'Contact form'],
  ['/products', 'Machines'],
  ['/products?tab=spares', 'Spare parts'],
  ['/products?tab=services', 'Services'],
  ['/finder', 'Which machine fits my part?'],
  ['/articles', 'Articles'],
]

/** The pages of the site as suggestions of the field whose attribute `list` is `id`; any other address can be typed. */
export function LinkTargets({ id }: { id: string }) {
  const { data } = useQuery(
    pageQuery<PublicationRow>('/api/publications?state=published&sort=title&order=asc&limit=200'),
  )
  const written = (data?.items ?? []).map((row) => [getPublicationPath(row), row.title] as const)
  return (
    <datalist id={id}>
      {[...FIXED_TARGETS, ...written].map(([path, name]) => (
        <option key={path} value={path} label={name} />
      ))}
    </datalist>
  )
}
