import { DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import { getMediaType } from '#contracts/files/file-formats.ts'
import { formatBytes } from '#contracts/format.ts'
import { getCode } from '#contracts/item/code.ts'
import type { Availability } from '#contracts/item/commercial-fields.ts'
import { KIND_LABELS } from '#contracts/item/kind.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { toLanguagePath } from '#contracts/language-path.ts'
import type { Block } from '#contracts/publication/block-types.ts'
import type { Publication } from '#contracts/publication/publication.ts'
import { getSocialPicturePath } from '#contracts/publication/publication-path.ts'
import { DAY_NAMES } from '#contracts/site-content/opening-hours.ts'
import type { PublicSiteContent } from '#contracts/site-content/site-content.ts'
import { t } from '#messages/messages.ts'
import { buildCatalogueUrl, type CatalogueView } from '../catalogue-url.ts'
import { getProductTitles } from '../features/product/titles.ts'
import { getPublicationTitles } from '../features/publication/titles.ts'
import { getCanonicalPath } from '../page-head.tsx'
import { getSocialImageUrl } from './social-image-url.ts'

/** A schema.org object that can be serialised as JSON. */
export type StructuredData = Record<string, unknown>

const CONTEXT = 'https://schema.org'

const organizationRef = (origin: string) => ({ '@id': `${origin}/#firm` })

/** The company as a schema.org LocalBusiness, with address and business hours. */
export function organizationData(
  { company, hero, openingHours = [] }: PublicSiteContent,
  origin: string,
): StructuredData {
  const { address, phones, social } = company
  return {
    '@context': CONTEXT,
    '@type': ['Organization', 'LocalBusiness'],
    ...organizationRef(origin),
    name: company.name,
    description: company.summary,
    url: `${origin}/`,
    logo: `${origin}/favicon.svg`,
    ...(hero.picture && { image: getSocialImageUrl(hero.picture, origin) }),
    email: company.email,
    telephone: phones[0]?.number,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.street,
      addressLocality: address.city,
      postalCode: address.postcode,
      addressRegion: address.state,
      addressCountry: address.country,
    },
    contactPoint: phones.map(({ label, number }) => ({
      '@type': 'ContactPoint',
      contactType: label,
      telephone: number,
    })),
    openingHoursSpecification: openingHours.map(({ days, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days.map((day) => DAY_NAMES[day - 1]),
      opens,
      closes,
    })),
    sameAs: social.map(({ url }) => url),
  }
}

/** The site, and how it is searched. */
export function websiteData({ company }: PublicSiteContent, origin: string): StructuredData {
  return {
    '@context': CONTEXT,
    '@type': 'WebSite',
    name: company.name,
    url: `${origin}/`,
    publisher: organizationRef(origin),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/products?tab=any&search={term}` },
      'query-input': 'required name=term',
    },
  }
}

/** A machine or part as a product, a service as a service; an offer only with a price. */
export function itemData(content: PublicSiteContent, item: Item, origin: string): StructuredData {
  const url = origin + getCanonicalPath(getProductTitles(content, item))
  const partNumber = getCode(item)
  const common = {
    '@context': CONTEXT,
    '@id': `${url}#item`,
    name: item.name,
    description: item.description,
    url,
    ...(item.pictures.length > 0 && { image: item.pictures.map((picture) => picture.url) }),
    ...(item.price !== undefined && { offers: offer(item, url, origin) }),
    ...(item.documents.length > 0 && { subjectOf: item.documents.map(documentData) }),
  }
  if (item.kind === 'service') {
    return {
      ...common,
      '@type': 'Service',
      provider: organizationRef(origin),
      areaServed: content.company.address.country,
    }
  }
  return {
    ...common,
    '@type': 'Product',
    category: item.kind === 'machine' ? t('Machine tools') : item.category,
    brand: { '@type': 'Brand', name: item.brand ?? content.company.name },
    manufacturer: organizationRef(origin),
    ...(partNumber && { sku: partNumber, mpn: partNumber }),
    ...(item.rating !== undefined &&
      item.reviewCount !== undefined && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: item.rating,
          reviewCount: item.reviewCount,
        },
      }),
    ...toRelatedData(item, origin),
    additionalProperty: item.specifications.map(([name, value]) => ({
      '@type': 'PropertyValue',
      name,
      value,
    })),
  }
}

/** An article with its author and times. */
export function articleData(
  content: PublicSiteContent,
  publication: Publication,
  origin: string,
): StructuredData {
  const { title, summary, picture, author, tags, publishedAt, updatedAt } = publication
  return {
    '@context': CONTEXT,
    '@type': 'Article',
    headline: title,
    description: summary,
    image: picture ? getSocialImageUrl(picture, origin) : origin + getSocialPicturePath(publication),
    author: author ? { '@type': 'Person', name: author } : organizationRef(origin),
    publisher: organizationRef(origin),
    datePublished: publishedAt,
    dateModified: updatedAt,
    ...(tags.length > 0 && { keywords: tags.join(', ') }),
    mainEntityOfPage: origin + getCanonicalPath(getPublicationTitles(content, publication)),
  }
}

/** The questions and answers of a page as one FAQPage; none without any. */
export function questionsData(blocks: readonly Block[]): StructuredData[] {
  const questions = blocks.flatMap((block) => (block.type === 'questions' ? block.questions : []))
  if (questions.length === 0) return []
  return [
    {
      '@context': CONTEXT,
      '@type': 'FAQPage',
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ]
}

/** The items that schema.org has a property for: what a part fits, and what replaces or resembles an item. */
function toRelatedData({ relations }: Item, origin: string): Record<string, unknown> {
  const list = (...groups: (keyof Item['relations'])[]) =>
    groups.flatMap((group) =>
      (relations[group]?.items ?? []).map(({ name, slug }) => ({
        '@type': 'Product',
        name,
        url: origin + toLanguagePath(`/product/${encodeURIComponent(slug)}`),
      })),
    )
  const fitted = list('machines', 'accessoryOf')
  const similar = list('alternatives', 'replacedBy')
  return {
    ...(fitted.length > 0 && { isAccessoryOrSparePartFor: fitted }),
    ...(similar.length > 0 && { isSimilarTo: similar }),
  }
}

/** A manual, drawing or model of an item, with its file. */
const documentData = ({ title, url, language, format, bytes, updatedAt }: Item['documents'][number]) => ({
  '@type': 'DigitalDocument',
  name: title,
  url,
  ...(language && { inLanguage: language }),
  encodingFormat: getMediaType(format),
  dateModified: updatedAt,
  encoding: {
    '@type': 'MediaObject',
    contentUrl: url,
    encodingFormat: getMediaType(format),
    contentSize: formatBytes(bytes),
  },
})

/** The way down to a page, the page itself last; each path with its language. */
export function breadcrumbData(origin: string, steps: { name: string; path: string }[]): StructuredData {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}

/** The steps to the list of a kind. */
export const getListBreadcrumbs = (tab: CatalogueView['tab']) => [
  { name: t('Home'), path: toLanguagePath('/') },
  { name: t(KIND_LABELS[tab].heading), path: toLanguagePath(buildCatalogueUrl({ tab })) },
]

/** The first items of a list as a schema.org ItemList. */
export function listData(
  content: PublicSiteContent,
  name: string,
  items: Item[],
  origin: string,
): StructuredData {
  return {
    '@context': CONTEXT,
    '@type': 'ItemList',
    name,
    numberOfItems: items.length,
    itemListElement: items.slice(0, DISPLAY_LIMITS.pageSize).map((item, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: item.name,
      url: origin + getCanonicalPath(getProductTitles(content, item)),
    })),
  }
}

const AVAILABILITY_TYPES: Record<Availability, string> = {
  'in-stock': 'InStock',
  'made-to-order': 'MadeToOrder',
  'by-appointment': 'LimitedAvailability',
  discontinued: 'Discontinued',
}

/** The price of an item with what it states about delivery and warranty; UN/CEFACT codes: DAY, MON. */
function offer({ price, commercial }: Item, url: string, origin: string) {
  const { availability, unit, minimumQuantity, leadTimeDays, warrantyMonths } = commercial
  return {
    '@type': 'Offer',
    price,
    priceCurrency: 'INR',
    availability: `${CONTEXT}/${AVAILABILITY_TYPES[availability ?? 'in-stock']}`,
    itemCondition: `${CONTEXT}/NewCondition`,
    url,
    seller: organizationRef(origin),
    ...(unit && {
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price,
        priceCurrency: 'INR',
        unitText: unit,
        valueAddedTaxIncluded: false,
      },
    }),
    ...(minimumQuantity !== null && {
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: minimumQuantity },
    }),
    ...(leadTimeDays !== null && {
      deliveryLeadTime: { '@type': 'QuantitativeValue', value: leadTimeDays, unitCode: 'DAY' },
    }),
    ...(warrantyMonths && {
      warranty: {
        '@type': 'WarrantyPromise',
        durationOfWarranty: { '@type': 'QuantitativeValue', value: warrantyMonths, unitCode: 'MON' },
      },
    }),
  }
}
