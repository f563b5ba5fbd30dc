import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listComparedTerms } from '#contracts/catalogue/compared-terms.ts'
import { describeSiteFile, getSiteFilePath } from '#contracts/files/site-file.ts'
import type { Block, BlockOf } from '#contracts/publication/block-types.ts'
import { t } from '#messages/messages.ts'
import { LazyComponent } from '#web/lib/navigation/lazy-component.tsx'
import { SiteLink } from '#web/lib/navigation/navigation.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import comparisonStyles from '../../../styles/comparison.css?url'
import { DocumentRows } from '../../items/document-rows.tsx'
import { ItemStrip } from '../../items/item-strip.tsx'
import { ContentPicture } from '../../items/pictures/picture.tsx'
import { buildComparisonUrl } from '../../items/remembered/compared.ts'
import { ComparisonTable } from '../../machines/comparison-table.tsx'
import { comparisonQuery, summariesQuery } from '../../queries/discovery-queries.ts'
import { AddressLink } from './address-link.tsx'
import { blockListQuery } from './block-items.ts'
import { loadContactForm } from './load-contact-form.ts'
import { Retention } from './retention.tsx'
import { RichTextView } from './rich-text.tsx'

/** The blocks of a page or an article. */
export const Blocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-10 md:gap-14">
    {blocks.map((block, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no id and no state
      <BlockView key={index} block={block} />
    ))}
  </div>
)

function BlockView({ block }: { block: Block }): ReactNode {
  switch (block.type) {
    case 'text':
      return <RichTextView text={block.text} />
    case 'pictures':
      return <Pictures block={block} />
    case 'video':
      return <Video block={block} />
    case 'testimonial':
      return <Testimonial block={block} />
    case 'figures':
      return <Figures block={block} />
    case 'items':
      return <ChosenItems block={block} />
    case 'list':
      return <ListedItems block={block} />
    case 'comparison':
      return <Comparison block={block} />
    case 'documents':
      return <Documents block={block} />
    case 'questions':
      return <Questions block={block} />
    case 'retention':
      return <Retention block={block} />
    case 'contact':
      return <Contact block={block} />
    case 'action':
      return <CallToAction block={block} />
    default:
      return null
  }
}

function Pictures({ block: { pictures } }: { block: BlockOf<'pictures'> }) {
  const shown = pictures.filter(({ picture }) => picture)
  const isSingle = shown.length === 1
  if (shown.length === 0) return null
  return (
    <ul className={isSingle ? '' : 'grid gap-(--space-column) sm:grid-cols-2'}>
      {shown.map(({ picture, caption }) => (
        <li key={picture!.url}>
          <figure>
            <ContentPicture
              picture={picture!}
              sizes={isSingle ? '(min-width: 64rem) 54rem, 92vw' : '(min-width: 64rem) 27rem, 92vw'}
              className={`w-full bg-stage ${isSingle ? 'h-auto' : 'aspect-4/3'}`}
            />
            {caption && <figcaption className="mt-2 text-muted text-sm">{caption}</figcaption>}
          </figure>
        </li>
      ))}
    </ul>
  )
}

/** Only the picture is loaded before a visitor starts the video; without one, as much as says its size. */
const Video = ({ block: { file, title, text, picture } }: { block: BlockOf<'video'> }) =>
  file && (
    <figure>
      {/* biome-ignore lint/a11y/useMediaCaption: what is said stands below it */}
      <video
        src={getSiteFilePath(file)}
        poster={picture?.url}
        preload={picture ? 'none' : 'metadata'}
        controls
        playsInline
        aria-label={title}
        className="aspect-video w-full bg-stage print:hidden"
      />
      <figcaption className="mt-2 text-muted text-sm">{title}</figcaption>
      {text && (
        <details className="mt-2 text-sm">
          <summary className="cursor-pointer py-2 font-semibold">{t('What is said')}</summary>
          <p className="whitespace-pre-line pb-2">{text}</p>
        </details>
      )}
    </figure>
  )

const Testimonial = ({ block: { text, name, company } }: { block: BlockOf<'testimonial'> }) => (
  <figure className="border-dim border-l-4 pl-5">
    <blockquote className="whitespace-pre-line text-title leading-snug">
      {`“${text.trim().replace(/^["“]|["”]$/g, '')}”`}
    </blockquote>
    <figcaption className="mt-3">
      <span className="font-semibold">{name}</span>
      {company && <span className="text-muted">{`, ${company}`}</span>}
    </figcaption>
  </figure>
)

const Figures = ({ block: { figures } }: { block: BlockOf<'figures'> }) => (
  <dl className="grid grid-cols-2 gap-(--space-column) border-line border-y py-6 lg:grid-cols-4">
    {figures.map(({ value, label }) => (
      <div key={label} className="flex flex-col-reverse justify-end">
        <dt className="text-muted text-sm">{label}</dt>
        <dd className="font-head font-semibold text-h2 tabular-nums leading-tight">{value}</dd>
      </div>
    ))}
  </dl>
)

function ChosenItems({ block: { title, items } }: { block: BlockOf<'items'> }) {
  const { data } = useQuery(summariesQuery(items))
  return <ItemStrip title={title} items={data ?? []} isNarrow />
}

function ListedItems({ block }: { block: BlockOf<'list'> }) {
  const { data } = useInfiniteQuery(blockListQuery(block))
  const items = data?.pages[0]?.items.slice(0, block.count) ?? []
  return (
    <ItemStrip
      title={block.title}
      items={items.map((item) => ({ ...item, picture: item.pictures[0] ?? null }))}
      isNarrow
      action={
        <SiteLink to={block.address} className={buttonClass('link', 'sm')}>
          {t('Show all in the catalogue')}
        </SiteLink>
      }
    />
  )
}

function Comparison({ block: { title, items: ids } }: { block: BlockOf<'comparison'> }) {
  const { items = [], rows = [] } = useQuery(comparisonQuery(ids.join(','))).data ?? {}
  if (items.length === 0) return null
  return (
    <section aria-label={title}>
      <link rel="stylesheet" href={comparisonStyles} precedence="page" />
      <h2 className="mb-4 text-h3">{title}</h2>
      <ComparisonTable
        items={items}
        terms={listComparedTerms(items)}
        rows={rows}
        features={items.map(({ features }) => features)}
      />
      <p className="mt-4">
        <SiteLink
          to={buildComparisonUrl(items.map(({ slug }) => slug))}
          className={buttonClass('link', 'sm')}
        >
          {t('Open the comparison')}
        </SiteLink>
      </p>
    </section>
  )
}

const Documents = ({ block: { title, documents } }: { block: BlockOf<'documents'> }) => (
  <section aria-label={title}>
    <h2 className="mb-4 text-h3">{title}</h2>
    <DocumentRows
      documents={documents.flatMap(({ title: name, file }, index) =>
        file
          ? [
              {
                id: `${index} ${file.id}`,
                title: name,
                url: getSiteFilePath(file),
                summary: describeSiteFile(file),
              },
            ]
          : [],
      )}
    />
  </section>
)

const Contact = ({ block: { title, text } }: { block: BlockOf<'contact'> }) => (
  <section id="contact" aria-label={title} className="print:hidden">
    <h2 className="text-h3">{title}</h2>
    {text && <p className="mt-2 whitespace-pre-line text-muted">{text}</p>}
    <div className="mt-6">
      <LazyComponent load={loadContactForm} props={{}} />
    </div>
  </section>
)

function Questions({ block: { title, questions } }: { block: BlockOf<'questions'> }) {
  return (
    <section aria-label={title || t('Questions and answers')}>
      {title && <h2 className="mb-4 text-h3">{title}</h2>}
      <div className="border-line border-t">
        {questions.map(({ question, answer }) => (
          <details key={question} className="border-line border-b">
            <summary className="cursor-pointer py-4 font-head font-semibold text-h4">{question}</summary>
            <p className="whitespace-pre-line pb-5">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}

const CallToAction = ({ block: { title, text, label, to } }: { block: BlockOf<'action'> }) => (
  <section aria-label={title} className="grid gap-3 border border-line bg-surface-grey p-6 md:p-8">
    <h2 className="text-h3">{title}</h2>
    {text && <p className="whitespace-pre-line text-muted">{text}</p>}
    <p>
      <AddressLink href={to} className={buttonClass('secondary')}>
        {label}
      </AddressLink>
    </p>
  </section>
)
