import {
  choice,
  day,
  optional,
  paragraph,
  picture,
  text,
  textList,
  typedList,
} from '../fields/define-fields.ts'
import { type ContentOf, getIn, type SiteField } from '../fields/fields.ts'
import { type FieldError, validateFields } from '../fields/validate-fields.ts'
import { BLOCK_TYPES } from './block-types.ts'

/** The two types of publications. */
export const PUBLICATION_TYPES = ['page', 'article'] as const
export type PublicationType = (typeof PUBLICATION_TYPES)[number]

/** The words for each type. */
export const PUBLICATION_LABELS: Record<PublicationType, { label: string; noun: string }> = {
  page: { label: 'Page', noun: 'page' },
  article: { label: 'Article', noun: 'article' },
}

export const PUBLICATION_STATES = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  archived: 'Archived',
} as const
export type PublicationState = keyof typeof PUBLICATION_STATES

const state = choice('state', 'State', {
  draft: 'Draft: only staff can see it',
  scheduled: 'Scheduled: only staff can see it until the day below',
  published: 'Published',
})
const publishOn = optional(
  day('publishOn', 'Day of publication', 'Visitors see it from 00:00 in India.', {
    default: '',
    shownFor: ['state', 'scheduled'],
  }),
)
const title = text('title', 'Title', 'The address of the page is made from it.', { max: 120 })
const summary = paragraph('summary', 'Summary', 'One or two sentences for lists and search engines.', {
  max: 300,
})
const blocks = typedList('blocks', 'Content', { itemLabel: 'block', max: 40 }, BLOCK_TYPES)

const PAGE_FIELDS = [
  title,
  summary,
  blocks,
  choice('placement', 'Link to the page', {
    none: 'None: the page opens by its address only',
    footer: 'In the footer of every page',
    menu: 'In the menu, under More',
    both: 'In the footer and in the menu',
  }),
  choice(
    'purpose',
    'What it is for',
    { none: 'A page as any other', privacy: 'Privacy notice: the forms of the site link to it' },
    {
      hint: 'An enquiry and a review keep which version of the privacy notice their form showed.',
      default: 'none',
    },
  ),
  state,
  publishOn,
] as const
const ARTICLE_FIELDS = [
  title,
  summary,
  picture('picture', 'Picture', 'Shown above the article and in the list of articles.'),
  blocks,
  optional(text('author', 'Author', undefined, { max: 120 })),
  textList('tags', 'Subjects', 'subject', { max: 6, hint: 'Visitors can list the articles of a subject.' }),
  state,
  publishOn,
] as const

/** The fields of each type, in the order of the form. */
export const PUBLICATION_FIELDS: Record<PublicationType, readonly SiteField[]> = {
  page: PAGE_FIELDS,
  article: ARTICLE_FIELDS,
}

export type PageContent = ContentOf<(typeof PAGE_FIELDS)[number]>
export type ArticleContent = ContentOf<(typeof ARTICLE_FIELDS)[number]>
/** What staff write: the fields of the type. */
export type PublicationContent = PageContent | ArticleContent

/** Returns all errors of what is written, in the order of the form; an empty list if it can be saved. A draft needs a title only, others content as well. */
export const validatePublication = (type: PublicationType, content: unknown): FieldError[] => {
  const { label } = PUBLICATION_LABELS[type]
  const { state, publishOn, blocks } = content as Partial<PublicationContent>
  const forms = Array.isArray(blocks) ? blocks.filter((block) => getIn(block, 'type') === 'contact') : []
  const isEmpty = state !== 'draft' && Array.isArray(blocks) && blocks.length === 0
  const lacksDay = state === 'scheduled' && !publishOn
  const errors = [
    ...(lacksDay ? [{ field: 'publishOn', message: `${label}, Day of publication: enter a day.` }] : []),
    ...(isEmpty ? [{ field: 'blocks', message: `${label}, Content: add a block.` }] : []),
    ...(forms.length > 1
      ? [{ field: 'blocks', message: `${label}, Content: a page has one contact form at most.` }]
      : []),
    ...validateFields(content, PUBLICATION_FIELDS[type], label).filter(
      ({ field, isMissing }) => state !== 'draft' || !isMissing || field === 'title',
    ),
  ]
  const place = ({ field }: FieldError) =>
    PUBLICATION_FIELDS[type].findIndex((each) => 'path' in each && each.path === field.split('.')[0])
  return errors.sort((one, other) => place(one) - place(other))
}
