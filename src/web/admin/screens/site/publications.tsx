import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { PUBLICATION_LABELS, PUBLICATION_STATES, PUBLICATION_TYPES } from '#contracts/publication/fields.ts'
import { toPublicationPath } from '#web/lib/navigation/admin-paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PublicationTable } from '../../features/publications/publication-table.tsx'
import { publicationsQuery } from '../../features/publications/requests.ts'
import { FilterSelect, ListScreen } from '../../list/list-screen.tsx'
import { useList } from '../../list/use-list.ts'
import { PermittedScreen } from '../../shell/permitted-screen.tsx'

const LIST = {
  filters: {
    search: 'text',
    type: PUBLICATION_TYPES,
    state: ['draft', 'scheduled', 'published', 'archived'],
  },
  sorts: { updated: 'desc', title: 'asc' },
} as const
const TITLE = 'Pages and articles'

/** The pages and articles that staff write (decision 0240). */
export default function Publications() {
  return (
    <PermittedScreen permission="settings.edit" title={TITLE} action="edit pages and articles">
      <List />
    </PermittedScreen>
  )
}

function List() {
  const list = useList(LIST)
  const client = useQueryClient()
  const query = useQuery({ ...publicationsQuery(list.query), placeholderData: keepPreviousData })
  const reload = () =>
    void client.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/publications'),
    })
  return (
    <ListScreen
      list={list}
      title={TITLE}
      subtitle="Application stories, news, terms, and every other page of your own"
      actions={PUBLICATION_TYPES.map((type) => (
        <Link
          key={type}
          to={toPublicationPath(`new-${type}`)}
          className={buttonClass(type === 'article' ? 'default' : 'outline')}
        >
          <Plus aria-hidden="true" size={20} /> {`New ${PUBLICATION_LABELS[type].noun}`}
        </Link>
      ))}
      search={{ placeholder: 'Title or text' }}
      filters={
        <>
          <FilterSelect
            list={list}
            name="type"
            label="Type"
            all="All"
            options={Object.fromEntries(
              PUBLICATION_TYPES.map((type) => [type, PUBLICATION_LABELS[type].label]),
            )}
          />
          <FilterSelect
            list={list}
            name="state"
            label="State"
            all="All but archived"
            options={PUBLICATION_STATES}
          />
        </>
      }
      sortLabels={{ updated: 'Changed', title: 'Title' }}
      timeSorts={['updated']}
      query={query}
      getRows={({ items }) => items}
      subject="The pages and articles"
      noun="page"
      empty={
        <>
          <p>No pages or articles yet.</p>
          <p>Write what a customer has made with your machine, or what is new.</p>
        </>
      }
    >
      {(rows) => <PublicationTable rows={rows} sortBy={list.sortBy} onChanged={reload} />}
    </ListScreen>
  )
}
