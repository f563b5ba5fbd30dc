import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Page } from '#contracts/page.ts'
import {
  TEXT_GROUP_NAMES,
  TEXT_GROUPS,
  TRANSLATION_STATE_NAMES,
  TRANSLATION_STATES,
  type TranslationProgress,
  type TranslationRow,
} from '#contracts/translation/translation.ts'
import { LANGUAGES, TRANSLATED_LANGUAGES } from '#messages/language.ts'
import { Button } from '#web/ui/button.tsx'
import { TAB_CLASS, Tabs } from '#web/ui/tabs.tsx'
import { TranslationCard } from '../../features/translations/translation-card.tsx'
import { FilterSelect, ListScreen } from '../../list/list-screen.tsx'
import { useList } from '../../list/use-list.ts'
import { withParams } from '../../list/use-list-params.ts'
import { jsonQuery, pageQuery } from '../../session/requests.ts'
import { PermittedScreen } from '../../shell/permitted-screen.tsx'

const LIST = {
  filters: { search: 'text', state: TRANSLATION_STATE_NAMES, group: TEXT_GROUP_NAMES, document: 'text' },
  pageSize: 25,
} as const
const TITLE = 'Translations'
const progressQuery = jsonQuery<TranslationProgress>('/api/translations/progress')

/** The texts of the content with their translations, side by side (decision 0248). */
export default function Translations() {
  return (
    <PermittedScreen permission="settings.edit" title={TITLE} action="translate">
      <List />
    </PermittedScreen>
  )
}

function List() {
  const list = useList(LIST)
  const client = useQueryClient()
  const language =
    TRANSLATED_LANGUAGES.find((each) => each === list.params.get('language')) ?? TRANSLATED_LANGUAGES[0]!
  const ownPath = `/api/translations?language=${language}&`
  const pageOptions = pageQuery<TranslationRow>(ownPath + list.query)
  const query = useQuery({
    ...pageOptions,
    // The texts of another language are none of this one.
    placeholderData: (shown: Page<TranslationRow> | undefined, previous) =>
      String(previous?.queryKey[0]).startsWith(ownPath) ? shown : undefined,
  })
  const { state } = list.filters
  const hasLeft = (row: TranslationRow) => state !== undefined && row.state !== state
  const showSaved = (saved: Pick<TranslationRow, 'source' | 'translation' | 'state'>) => {
    client.setQueryData<Page<TranslationRow>>(
      pageOptions.queryKey,
      (page) =>
        page && {
          ...page,
          items: page.items.map((row) => (row.source === saved.source ? { ...row, ...saved } : row)),
        },
    )
    void client.invalidateQueries(progressQuery)
  }
  const { data: progress } = useQuery(progressQuery)
  return (
    <ListScreen
      list={list}
      title={TITLE}
      subtitle="Visitors read a text in English until it is translated. A translation is saved when you leave its field, and is on the site at once."
      tabs={
        <Tabs label="Languages">
          {TRANSLATED_LANGUAGES.map((each) => (
            <Link
              key={each}
              to={`?${withParams(list.params, { language: each, page: undefined })}`}
              aria-current={each === language ? 'page' : undefined}
              className={TAB_CLASS}
            >
              {LANGUAGES[each].englishName}{' '}
              <span className="text-muted">{progress && describeProgress(progress, each)}</span>
            </Link>
          ))}
        </Tabs>
      }
      search={{ label: 'Search texts and translations' }}
      filters={
        <>
          <FilterSelect list={list} name="state" label="State" all="All" options={TRANSLATION_STATES} />
          <FilterSelect list={list} name="group" label="Place" all="All" options={TEXT_GROUPS} />
        </>
      }
      {...(list.filters.document && {
        linkedFilters: { texts: ['the texts of one document'], names: ['document'] },
      })}
      query={query}
      getRows={({ items }) => items}
      subject="The texts"
      noun="text"
      empty={<p>There are no texts to translate yet.</p>}
      isBoxed={false}
    >
      {(rows) => (
        <>
          <ul className="grid gap-4">
            {rows.map((row) => (
              <TranslationCard
                key={`${language} ${row.source}`}
                row={row}
                language={language}
                onSaved={showSaved}
              />
            ))}
          </ul>
          {rows.some(hasLeft) && (
            <Button variant="outline" className="mt-4" onClick={() => void query.refetch()}>
              Show the next texts
            </Button>
          )}
        </>
      )}
    </ListScreen>
  )
}

/** '812 of 940, 120 to be reviewed'. */
function describeProgress(
  { texts, languages }: TranslationProgress,
  language: (typeof TRANSLATED_LANGUAGES)[number],
): string {
  const { done, unreviewed } = languages[language] ?? { done: 0, unreviewed: 0 }
  const review = unreviewed > 0 ? `, ${unreviewed} to be reviewed` : ''
  return `${done + unreviewed} of ${texts}${review}`
}
