import type { Related } from '#contracts/catalogue/discovery.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import type { RelatedItem } from '#contracts/item/relation.ts'
import { t } from '#messages/messages.ts'
import { buildCatalogueUrl } from '#web/site/catalogue-url.ts'
import { ItemStrip } from '#web/site/items/item-strip.tsx'
import { FoundPageList } from '#web/site/search/found-page-list.tsx'
import { Drawings } from './drawings.tsx'
import { Versions } from './item-versions.tsx'
import { AllPartsLink, PartsList } from './parts-list.tsx'

/** A part can fit a machine in several places, but is shown once. */
const listOnce = (items: RelatedItem[]) => [...new Map(items.map((item) => [item.id, item])).values()]

/** Drawings and related items of an item; without relations, the machines and parts that specifications name. */
export default function Relations({ item, related }: { item: Item; related: Related }) {
  const { parts: _, replacedBy, ...groups } = item.relations
  // The replacement of a discontinued item is named beside its price.
  const otherGroups = replacedBy && item.replacedBy.length === 0 ? { replacedBy, ...groups } : groups
  return (
    <>
      {related.versions && <Versions versions={related.versions} currentId={item.id} />}
      <Drawings item={item} />
      <PartsList item={item} />
      {Object.values(otherGroups).map(({ label, items }) => (
        <ItemStrip key={label} title={label} items={listOnce(items)} />
      ))}
      <ItemStrip title={t('Compatible machines')} items={related.machines} />
      <ItemStrip
        title={t('Spare parts for this machine')}
        items={related.parts}
        action={
          related.partsFilter && (
            <AllPartsLink to={buildCatalogueUrl({ tab: 'spare', specifications: related.partsFilter })} />
          )
        }
      />
      {related.pages.length > 0 && (
        <section>
          <h2 className="mb-4 text-h3">{t('Pages and articles')}</h2>
          <FoundPageList pages={related.pages} />
        </section>
      )}
    </>
  )
}
