import { X } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { ComparisonRow } from '#contracts/catalogue/comparison.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { t } from '#messages/messages.ts'
import { ItemLink, SiteLink } from '#web/lib/navigation/navigation.tsx'
import { AddToEnquiry } from '../items/add-to-enquiry.tsx'
import { getPlaceholder, ItemPicture } from '../items/pictures/picture.tsx'
import { buildComparisonUrl, updateCompared } from '../items/remembered/compared.ts'
import { ReplacedBy } from '../items/replaced-by.tsx'
import { UnitText } from '../items/units.tsx'

/** Shown for a value that an item lacks. */
const MISSING = '–'

interface ComparisonTableProps {
  items: Item[]
  /** The properties that are no specifications, and the specifications. */
  terms: ComparisonRow[]
  rows: ComparisonRow[]
  /** Of each item; empty to leave them out. */
  features: string[][]
  /** Whether it is the page of the comparison, from which items can be removed; otherwise a part of an article. */
  isOwnPage?: boolean
}

/**
 * The items as columns: names, which stay in view, pictures, terms, specifications, features and documents. On phones the name
 * of a property is above its values, so that all columns are in view.
 */
export function ComparisonTable({ items, terms, rows, features, isOwnPage = false }: ComparisonTableProps) {
  return (
    <section aria-label={isOwnPage ? t('Comparison') : undefined} className="comparison">
      <table style={{ '--columns': items.length } as CSSProperties}>
        <caption className="sr-only">{t('Items side by side')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{t('Property')}</span>
            </th>
            {items.map((item) => (
              <th key={item.id} scope="col">
                <ItemLink item={item} className="hover:underline">
                  {item.name}
                </ItemLink>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <td />
            {items.map((item) => (
              <ItemCell key={item.id} item={item} items={items} isOwnPage={isOwnPage} />
            ))}
          </tr>
        </tbody>
        <Section title={t('Price and terms')} columnCount={items.length} isShown={terms.length > 0}>
          {terms.map(({ label, values }) => (
            <Row key={label} label={label} values={values} />
          ))}
        </Section>
        <Section title={t('Technical Specifications')} columnCount={items.length} isShown={rows.length > 0}>
          {rows.map(({ label, values, best }) => (
            <Row
              key={label}
              label={label}
              values={values.map((value) => value && <UnitText text={value} label={label} />)}
              best={best}
            />
          ))}
        </Section>
        <Section
          title={t('More')}
          columnCount={items.length}
          isShown={[...features, ...items.map(({ documents }) => documents)].some(({ length }) => length > 0)}
        >
          <Row label={t('Key Features')} values={features.map(toList)} />
          <Row label={t('Documents')} values={items.map(toDocuments)} />
        </Section>
      </table>
      {rows.some(({ best }) => best.length > 0) && (
        <p className="mt-3 text-muted text-sm">
          {t('▲ The best value of its row, where more or less is better.')}
        </p>
      )}
    </section>
  )
}

/** The picture of an item, and what can be done with it. */
function ItemCell({ item, items, isOwnPage }: { item: Item; items: Item[]; isOwnPage: boolean }) {
  const share = (percent: number) => Math.ceil(percent / items.length)
  const width = isOwnPage ? `${share(84)}vw` : `${share(42)}rem`
  return (
    <td>
      <span className="block aspect-4/3 overflow-hidden bg-stage">
        <ItemPicture
          picture={item.pictures[0]}
          placeholder={getPlaceholder(item.kind)}
          alt=""
          sizes={`(min-width: 48rem) ${width}, ${share(94)}vw`}
          eager={isOwnPage}
          isWhole
        />
      </span>
      <span className="mt-1 flex flex-wrap items-center justify-between print:hidden">
        {item.replacedBy.length > 0 ? <ReplacedBy item={item} /> : <AddToEnquiry item={item} />}
        {isOwnPage && <RemoveButton item={item} items={items} />}
      </span>
    </td>
  )
}

function RemoveButton({ item, items }: { item: Item; items: Item[] }) {
  const others = items.filter((other) => other !== item).map(({ slug }) => slug)
  return (
    <SiteLink
      to={buildComparisonUrl(others)}
      replace
      onClick={() => updateCompared((ids) => ids.filter((id) => id !== item.id))}
      aria-label={t('Remove from comparison: {item}', { item: item.name })}
      data-tooltip={t('Remove from comparison')}
      className="ml-auto grid size-11 flex-none place-items-center hover:bg-surface-grey"
    >
      <X aria-hidden="true" size={20} />
    </SiteLink>
  )
}

interface SectionProps {
  title: string
  columnCount: number
  /** Whether it has a row. */
  isShown: boolean
  children: ReactNode
}

const Section = ({ title, columnCount, isShown, children }: SectionProps) =>
  isShown && (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={columnCount + 1}>
          <span>{title}</span>
        </th>
      </tr>
      {children}
    </tbody>
  )

interface RowProps {
  label: string
  values: ReactNode[]
  /** The positions of the better values. */
  best?: number[]
}

/** One property of all items; nothing if none of them has it. */
function Row({ label, values, best = [] }: RowProps) {
  if (values.every((value) => value === null)) return null
  return (
    <tr>
      <th scope="row">{label}</th>
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns are in the order of the items
        <td key={index} data-best={best.includes(index) || undefined}>
          {value ?? (
            <>
              <span aria-hidden="true">{MISSING}</span>
              <span className="sr-only">{t('Not stated')}</span>
            </>
          )}
          {best.includes(index) && (
            <>
              <span aria-hidden="true"> ▲</span>
              <span className="sr-only"> {t('(better)')}</span>
            </>
          )}
        </td>
      ))}
    </tr>
  )
}

const toList = (texts: string[]) =>
  texts.length === 0 ? null : (
    <ul className="grid gap-2">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )

const toDocuments = ({ documents }: Item) =>
  documents.length === 0 ? null : (
    <ul className="grid gap-2">
      {documents.map(({ id, title, url }) => (
        <li key={id}>
          <a href={url} className="inline-block py-0.5 text-link underline underline-offset-4">
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
