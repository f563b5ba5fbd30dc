import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { t } from '#messages/messages.ts'
import { useNavigate, usePathname, useSearchParams } from '#web/lib/navigation/navigation.tsx'
import { summariesQuery } from '#web/site/queries/discovery-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { type EnquiryListLine, updateEnquiryList, useEnquiryList } from '../items/remembered/enquiry-list.ts'
import { SharedLinkPanel } from '../items/shared-link-panel.tsx'
import { parseListUrl, removeListParameter } from './list-link.ts'

/** The list of the link that was opened; the visitor decides what becomes of it. Renders nothing if there is none. */
export function SharedList() {
  const [shared, setShared] = useTakenListUrl()
  const own = useEnquiryList() ?? []
  const keys = shared?.map(({ key }) => key) ?? []
  const query = useQuery({
    ...summariesQuery(keys),
    enabled: keys.length > 0,
  })
  if (!shared) return null
  const lines: EnquiryListLine[] = []
  const unknown: string[] = []
  for (const { key, quantity } of shared) {
    const item = query.data?.find(({ id, slug }) => slug === key || id === key)
    if (item) lines.push({ item: item.id, name: item.name, quantity })
    else unknown.push(key)
  }
  const apply = (change: (before: readonly EnquiryListLine[]) => readonly EnquiryListLine[]) => {
    updateEnquiryList(change)
    setShared(undefined)
  }
  return (
    <SharedLinkPanel
      label={t('Shared enquiry list')}
      title={<h3 className="text-h4">{t('Someone shared an enquiry list with you')}</h3>}
      query={query}
    >
      <ul className="grid gap-1">
        {lines.map(({ item, name, quantity }) => (
          <li key={item} className="flex justify-between gap-4">
            {name}
            <span className="tabular-nums">{`× ${quantity}`}</span>
          </li>
        ))}
      </ul>
      {unknown.length > 0 && (
        <p className="text-danger text-sm">
          {t('Not available any more: {items}', { items: unknown.join(', ') })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {lines.length > 0 && (
          <>
            <Button variant="secondary" size="sm" onClick={() => apply((before) => merge(before, lines))}>
              {t('Add to my list')}
            </Button>
            {own.length > 0 && (
              <Button variant="outline" size="sm" onClick={() => apply(() => lines)}>
                {t('Replace my list')}
              </Button>
            )}
          </>
        )}
        <Button variant="ghost" size="sm" onClick={() => setShared(undefined)}>
          {t('Ignore')}
        </Button>
      </div>
    </SharedLinkPanel>
  )
}

/** Takes the list out of the address, so that a reload does not offer it again. */
function useTakenListUrl() {
  const params = useSearchParams()
  const pathname = usePathname()
  const goTo = useNavigate()
  const taken = useState(() => parseListUrl(params))
  useEffect(() => {
    if (parseListUrl(params)) goTo(pathname + removeListParameter(params), { replace: true })
  })
  return taken
}

/** Adds the lines; an item of both lists keeps its note and the larger quantity. */
const merge = (before: readonly EnquiryListLine[], added: EnquiryListLine[]): EnquiryListLine[] => [
  ...before.map((line) => ({
    ...line,
    quantity: Math.max(line.quantity, added.find(({ item }) => item === line.item)?.quantity ?? 0),
  })),
  ...added.filter(({ item }) => !before.some((line) => line.item === item)),
]
