import { Link2, Printer, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { getCode } from '#contracts/item/code.ts'
import { CODE_LABELS } from '#contracts/item/kind.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { useOrigin } from '#web/lib/navigation/navigation.tsx'
import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/button.tsx'
import { CompareButton } from '../../items/remembered/compare-button.tsx'
import { FavouriteButton } from '../../items/remembered/favourite-button.tsx'
import { OwnMachineButton } from './own-machine-button.tsx'

/** Buttons for favourite, comparison, the part number, share, link and print. */
export function Share({ item }: { item: Item }) {
  const url = useItemUrl(item)
  const code = getCode(item)
  const codeLabel = CODE_LABELS[item.kind]
  const [canShare, setCanShare] = useState(false)
  useEffect(() => setCanShare('share' in navigator), [])
  // Closing the browser's share dialog rejects the promise, which is no error.
  const share = () => navigator.share({ title: item.name, url: url }).catch(() => undefined)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-2 print:hidden">
      <FavouriteButton item={item} className="-ml-2.5" />
      <CompareButton item={item} />
      {item.kind === 'machine' && <OwnMachineButton item={item} />}
      {code && (
        <Button variant="ghost" size="sm" onClick={() => void copyText(codeLabel, code)} className="min-h-11">
          {`Copy ${codeLabel.toLowerCase()}`}
        </Button>
      )}
      {canShare && (
        <Button variant="ghost" size="sm" onClick={() => void share()} className="min-h-11">
          <Share2 aria-hidden="true" size={18} /> Share
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={() => void copyText('Link', url)} className="min-h-11">
        <Link2 aria-hidden="true" size={18} /> Copy link
      </Button>
      <Button variant="ghost" size="sm" onClick={() => print()} className="min-h-11">
        <Printer aria-hidden="true" size={18} /> Print
      </Button>
    </div>
  )
}

/** The absolute URL of an item, for use outside the site. */
export function useItemUrl({ slug }: Item): string {
  return `${useOrigin()}/product/${encodeURIComponent(slug)}`
}
