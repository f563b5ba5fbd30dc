import { formatRupees } from '#contracts/format.ts'
import { getCode } from '#contracts/item/code.ts'
import { CODE_LABELS } from '#contracts/item/kind.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { toLanguagePath } from '#contracts/language-path.ts'
import { msg, t } from '#messages/messages.ts'
import { useOrigin } from '#web/lib/navigation/navigation.tsx'
import { useSiteContent } from '#web/lib/site-content.tsx'
import { copyText } from '../../../lib/copy-text.ts'
import { CompareButton } from '../../items/remembered/compare-button.tsx'
import { FavouriteButton } from '../../items/remembered/favourite-button.tsx'
import { SendLinks } from '../../items/send-links.tsx'
import { getDataSheetPath } from '../../queries/shown-documents.ts'
import { OwnMachineButton } from './own-machine-button.tsx'
import { useFormatDetailsPrice } from './price.ts'

const COPY_LABELS = {
  machine: msg('Copy model'),
  spare: msg('Copy part number'),
  service: msg('Copy service code'),
}

/** The data sheet, comparison and favourite, and ways to send the item to somebody. */
export function Share({ item }: { item: Item }) {
  const url = useItemUrl(item)
  const code = getCode(item)
  const codeLabel = t(CODE_LABELS[item.kind])
  const dataSheet = getDataSheetPath(item)
  const lines = [
    item.name,
    ...usePriceLines(item.price),
    url,
    t('Data sheet: {address}', { address: useOrigin() + dataSheet }),
  ]
  return (
    <div className="share print:hidden">
      <div>
        <a href={dataSheet}>{t('Data sheet (PDF)')}</a>
        <CompareButton item={item} label={t('Compare')} />
        <FavouriteButton item={item} label={t('Favourite')} />
        <button type="button" className="js-only" onClick={() => print()}>
          {t('Print')}
        </button>
      </div>
      <div>
        <span className="text-muted">{t('Send to a colleague:')}</span>
        <SendLinks subject={item.name} lines={lines} />
        <button type="button" className="js-only" onClick={() => void copyText(t('Link'), url)}>
          {t('Copy link')}
        </button>
        {code && (
          <button type="button" className="js-only" onClick={() => void copyText(codeLabel, code)}>
            {t(COPY_LABELS[item.kind])}
          </button>
        )}
      </div>
      {item.kind === 'machine' && <OwnMachineButton item={item} />}
    </div>
  )
}

/** The price as the page shows it, in dollars with the rupees behind. */
function usePriceLines(price: number | undefined): string[] {
  const { detailsCurrency, rupeesPerDollar } = useSiteContent().prices
  const format = useFormatDetailsPrice()
  if (price === undefined) return []
  const rupees = detailsCurrency === 'USD' && rupeesPerDollar ? ` (${formatRupees(price)})` : ''
  return [t('Price: {price}', { price: format(price) + rupees })]
}

/** The absolute URL of an item, for use outside the site. */
export function useItemUrl({ slug }: Item): string {
  return useOrigin() + toLanguagePath(`/product/${encodeURIComponent(slug)}`)
}
