import { Link2, Printer, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Item } from '#contracts/parse-item.ts'
import { copyLink } from '../../../lib/copy-link.ts'
import { useOrigin } from '../../../lib/navigation.tsx'
import { Button } from '../../../ui/button.tsx'
import { CompareButton } from '../../items/compare-button.tsx'
import { FavouriteButton } from '../../items/favourite-button.tsx'

/** Buttons for favourite, comparison, share, copy link and print. */
export function Share({ item }: { item: Item }) {
  const url = useItemUrl(item)
  const [canShare, setCanShare] = useState(false)
  useEffect(() => setCanShare('share' in navigator), [])
  // Closing the browser's share dialog rejects the promise, which is no error.
  const share = () => navigator.share({ title: item.name, url: url }).catch(() => undefined)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-2 print:hidden">
      <FavouriteButton item={item} className="-ml-2.5" />
      <CompareButton item={item} />
      {canShare && (
        <Button variant="ghost" size="sm" onClick={() => void share()} className="min-h-11">
          <Share2 aria-hidden="true" size={18} /> Share
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={() => void copyLink(url)} className="min-h-11">
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
