import type { Replacement } from '#contracts/item/item.ts'
import { tParts } from '#messages/messages.ts'
import { ItemLink } from '#web/lib/navigation/navigation.tsx'

/** Leads from an item that is no longer made to those that replace it, which are ordered instead. */
export function ReplacedBy({
  item: { replacedBy = [] },
}: {
  item: { replacedBy?: Replacement[] | undefined }
}) {
  if (replacedBy.length === 0) return null
  return (
    <p className="replaced-by">
      {tParts('Replaced by {items}', {
        items: replacedBy.map((replacement, index) => (
          <b key={replacement.id}>
            {index > 0 && ', '}
            <ItemLink item={replacement} className="text-link underline">
              {replacement.name}
            </ItemLink>
          </b>
        )),
      })}
    </p>
  )
}
