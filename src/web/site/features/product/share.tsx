import { getCode } from '#contracts/item/code.ts'
import { CODE_LABELS } from '#contracts/item/kind.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { useOrigin } from '#web/lib/navigation/navigation.tsx'
import { copyText } from '../../../lib/copy-text.ts'
import { CompareButton } from '../../items/remembered/compare-button.tsx'
import { FavouriteButton } from '../../items/remembered/favourite-button.tsx'
import { getDataSheetPath } from '../../queries/shown-documents.ts'
import { OwnMachineButton } from './own-machine-button.tsx'

/** The data sheet, comparison and favourite, and ways to send the item to somebody. */
export function Share({ item }: { item: Item }) {
  const url = useItemUrl(item)
  const code = getCode(item)
  const codeLabel = CODE_LABELS[item.kind]
  const text = encodeURIComponent(`${item.name}\n${url}`)
  return (
    <div className="share print:hidden">
      <div>
        <a href={getDataSheetPath(item)}>Data sheet (PDF)</a>
        <CompareButton item={item} label="Compare" />
        <FavouriteButton item={item} label="Favourite" />
        <button type="button" className="js-only" onClick={() => print()}>
          Print
        </button>
      </div>
      <div>
        <span className="text-muted">Send to a colleague:</span>
        <a href={`mailto:?subject=${encodeURIComponent(item.name)}&body=${text}`}>Email</a>
        <a href={`https://wa.me/?text=${text}`} rel="noopener" aria-label="Send by WhatsApp">
          WhatsApp
        </a>
        <button type="button" className="js-only" onClick={() => void copyText('Link', url)}>
          Copy link
        </button>
        {code && (
          <button type="button" className="js-only" onClick={() => void copyText(codeLabel, code)}>
            {`Copy ${codeLabel.toLowerCase()}`}
          </button>
        )}
      </div>
      {item.kind === 'machine' && <OwnMachineButton item={item} />}
    </div>
  )
}

/** The absolute URL of an item, for use outside the site. */
export function useItemUrl({ slug }: Item): string {
  return `${useOrigin()}/product/${encodeURIComponent(slug)}`
}
