import type { ReactNode } from 'react'
import { SEARCHED } from '#contracts/enquiry/line-text.ts'
import { formatList } from '#contracts/format.ts'
import { t, tParts } from '#messages/messages.ts'
import { SiteLink } from '#web/lib/navigation/navigation.tsx'
import { AskLink } from '../../enquiry/ask-link.tsx'
import { UnitText } from '../../items/units.tsx'
import { describeFitting } from '../../search/describe-fitting.ts'
import type { CatalogueData } from './use-catalogue.ts'

/** What a search was understood as, what of it was ignored, and a way to ask for what the catalogue lacks. */
export function SearchNote({ data }: { data: CatalogueData }) {
  const { view, rewrittenAs, ignored, isNearest, job, understood } = data
  const { search } = view
  if (job)
    return (
      <Note>
        <b className="text-ink">
          <UnitText text={job.text} />
        </b>
        {` ${describeFitting(job)} `}
        <SiteLink to={`/finder?${job.query}#result`} className="text-link underline underline-offset-4">
          {t('See the reasons')}
        </SiteLink>
      </Note>
    )
  if (isNearest)
    return (
      <Note ask={search}>
        {tParts(
          '{kind, select, machine {No machine} spare {No spare part} other {No service}} has {sizes}. These come nearest.',
          {
            kind: view.tab,
            sizes: (
              <b key="sizes" className="text-ink">
                <UnitText text={formatList(understood?.labels ?? [], 'and')} />
              </b>
            ),
          },
        )}
      </Note>
    )
  if (!rewrittenAs || rewrittenAs === normalizeSearch(search)) return null
  const words = (
    <b key="words" className="text-ink">
      <UnitText text={rewrittenAs} />
    </b>
  )
  if (ignored.length === 0) return <Note>{tParts('Showing results for {words}', { words })}</Note>
  return (
    <Note ask={search}>
      {tParts('Understood: {words}. Ignored: {ignored}.', {
        words,
        ignored: formatList(
          ignored.map((word) => `‘${word}’`),
          'and',
        ),
      })}
    </Note>
  )
}

function Note({ children, ask }: { children: ReactNode; ask?: string }) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 border-dim border-l-3 pl-3 text-muted">
      <p>{children}</p>
      {ask && <AskFor search={ask} />}
    </div>
  )
}

/** A link to the contact form with what was searched. */
export const AskFor = ({ search }: { search: string }) => (
  <span className="print:hidden">
    <AskLink message={SEARCHED + search} variant="link">
      {t('Ask us for ‘{search}’', { search })}
    </AskLink>
  </span>
)

/** Case and spaces as in the searches that the server uses instead. */
const normalizeSearch = (search: string) => search.toLowerCase().replace(/\s+/g, ' ')
