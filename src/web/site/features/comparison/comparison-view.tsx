import { FileText, Link2, Printer } from 'lucide-react'
import { haveEqualFeatures, listComparedTerms } from '#contracts/catalogue/compared-terms.ts'
import type { ComparisonRow } from '#contracts/catalogue/comparison.ts'
import { DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import { formatList } from '#contracts/format.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { toLanguagePath } from '#contracts/language-path.ts'
import { t } from '#messages/messages.ts'
import { SiteLink, useOrigin } from '#web/lib/navigation/navigation.tsx'
import { copyText } from '../../../lib/copy-text.ts'
import styles from '../../../styles/comparison.css?url'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { buildCatalogueUrl } from '../../catalogue-url.ts'
import { PrintHeader } from '../../items/print-header.tsx'
import { buildComparisonUrl } from '../../items/remembered/compared.ts'
import { putIntoEnquiry } from '../../items/remembered/enquiry-list.ts'
import { SendLinks } from '../../items/send-links.tsx'
import { UnitSwitch } from '../../items/units.tsx'
import { ComparisonTable } from '../../machines/comparison-table.tsx'
import type { ComparedItems } from '../../queries/discovery-queries.ts'

interface ComparisonViewProps {
  comparison: ComparedItems
  onlyDifferences: boolean
}

/** Items side by side. All choices are links, so that the page is complete without JavaScript. */
export function ComparisonView({ comparison, onlyDifferences }: ComparisonViewProps) {
  const { items, rows } = comparison
  const keys = items.map(({ slug }) => slug)
  const path = buildComparisonUrl(keys)
  const origin = useOrigin()
  const url = origin + toLanguagePath(path)
  const pdfPath = buildComparisonUrl(keys, onlyDifferences).replace('?', '.pdf?')
  const title = t('Comparison of {items}', { items: formatList(items.map(({ name }) => name)) })
  const terms = listComparedTerms(items)
  const hasEqualFeatures = haveEqualFeatures(items) && items[0]!.features.length > 0
  const equalCount = [...terms, ...rows].filter(({ isEqual }) => isEqual).length + Number(hasEqualFeatures)
  const isShown = (row: ComparisonRow) => !(onlyDifferences && row.isEqual)
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="page" />
      <PrintHeader title={t('Comparison of {items}', { items: joinNames(items) })} path={path} />
      <h1 className="print:hidden">
        {t('Compare {items}', { items: items.length > 1 ? joinNames(items) : items[0]!.name })}
      </h1>
      <div className="mt-5 mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 print:hidden">
        <RequestQuoteForAll items={items} />
        <Button
          variant="ghost"
          size="sm"
          onClick={() => void copyText(t('Link'), url)}
          className="js-only min-h-11"
        >
          <Link2 aria-hidden="true" size={18} /> {t('Copy link')}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => print()} className="js-only min-h-11">
          <Printer aria-hidden="true" size={18} /> {t('Print')}
        </Button>
        <a href={pdfPath} className={`${buttonClass('ghost', 'sm')} min-h-11`}>
          <FileText aria-hidden="true" size={18} /> {t('Comparison (PDF)')}
        </a>
        <p className="flex flex-wrap items-center gap-x-4 text-sm">
          <span className="text-muted">{t('Send:')}</span>
          <SendLinks
            subject={title}
            lines={[title, url, t('Comparison (PDF): {url}', { url: origin + pdfPath })]}
            className="py-3 text-link underline underline-offset-4 hover:decoration-2"
          />
        </p>
        <UnitSwitch />
        {items.length > 1 && equalCount > 0 && (
          <nav aria-label={t('Rows')} className="flex border border-line-strong sm:ml-auto">
            {[false, true].map((differences) => (
              <SiteLink
                key={String(differences)}
                to={buildComparisonUrl(keys, differences)}
                replace
                aria-current={differences === onlyDifferences || undefined}
                className="px-4 py-2.5 font-head font-medium text-label aria-[current]:bg-marine aria-[current]:text-on-dark"
              >
                {differences ? t('Differences only') : t('All rows')}
              </SiteLink>
            ))}
          </nav>
        )}
      </div>
      <ComparisonTable
        items={items}
        isOwnPage
        terms={terms.filter(isShown)}
        rows={rows.filter(isShown)}
        features={onlyDifferences && hasEqualFeatures ? [] : items.map(({ features }) => features)}
      />
      {onlyDifferences && equalCount > 0 && (
        <p role="status" className="mt-4 text-muted">
          {t(
            '{count, plural, one {# row with equal values is hidden.} other {# rows with equal values are hidden.}}',
            { count: equalCount },
          )}
        </p>
      )}
      {items.length < DISPLAY_LIMITS.comparedItems && (
        <p className="mt-6 print:hidden">
          <SiteLink
            to={buildCatalogueUrl({ tab: items[0]!.kind })}
            className="text-link underline underline-offset-4"
          >
            {items.length === 1 ? t('Choose another item to compare it with') : t('Add another item')}
          </SiteLink>
        </p>
      )}
    </>
  )
}

/** Without JavaScript the address carries the items to the contact form. */
function RequestQuoteForAll({ items }: { items: Item[] }) {
  return (
    <SiteLink
      to={`/?item=${items.map(({ slug }) => encodeURIComponent(slug)).join(',')}#contact`}
      onClick={() => {
        for (const item of items) putIntoEnquiry(item)
      }}
      className={buttonClass('secondary')}
    >
      {items.length > 1 ? t('Enquire about all') : t('Request Quote')}
    </SiteLink>
  )
}

/** 'CL 20, CL 25 and CL 40'. */
const joinNames = (items: Item[]) => formatList(items.map(({ commercial, name }) => commercial.code ?? name))
