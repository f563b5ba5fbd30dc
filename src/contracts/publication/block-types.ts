import {
  entryType,
  file,
  items,
  link,
  list,
  listAddress,
  number,
  optional,
  paragraph,
  picture,
  richText,
  text,
} from '../fields/define-fields.ts'
import type { EntryOf } from '../fields/fields.ts'

/** The blocks of a page or an article, each with its fields. */
export const BLOCK_TYPES = [
  entryType('text', 'Text', 'Headings, paragraphs, lists, tables and links.', [richText('text', 'Text')]),
  entryType('pictures', 'Pictures', 'One picture across the page, or several as a gallery.', [
    list('pictures', 'Pictures', { itemLabel: 'picture', titlePath: 'caption', min: 1, max: 12 }, [
      { ...picture('picture', 'Picture'), required: true },
      optional(text('caption', 'Caption', 'Shown below the picture.')),
    ]),
  ]),
  entryType('video', 'Video', 'A film that visitors start themselves.', [
    file('file', 'Video', 'video', 'MP4 (H.264) or WebM. One minute in 720p has about 15 MB.'),
    text('title', 'What it shows', 'Shown below the video.', { max: 160 }),
    optional(paragraph('text', 'What is said', 'For visitors who cannot hear it.')),
    picture('picture', 'Picture before it starts'),
  ]),
  entryType('testimonial', 'Words of a customer', 'What a customer said, with the name.', [
    paragraph('text', 'Words', undefined, { max: 600 }),
    text('name', 'Name', undefined, { max: 120 }),
    optional(text('company', 'Position and company', undefined, { max: 160 })),
  ]),
  entryType('figures', 'Numbers', 'Up to four numbers that prove the point.', [
    list('figures', 'Numbers', { itemLabel: 'number', titlePath: 'label', min: 1, max: 4 }, [
      text('value', 'Number', 'With its unit: 38 s.', { max: 20 }),
      text('label', 'What it is', undefined, { max: 80 }),
    ]),
  ]),
  entryType('items', 'Machines, parts or services', 'Cards of chosen items, always as they are now.', [
    text('title', 'Heading', undefined, { max: 120 }),
    items('items', 'Items', { min: 1, max: 12 }),
  ]),
  entryType('list', 'Items of a list', 'Cards of the first items of a list of the catalogue.', [
    text('title', 'Heading', undefined, { max: 120 }),
    listAddress(
      'address',
      'Address of the list',
      'Open the catalogue, choose search and filters, and copy the address.',
    ),
    number('count', 'Number of items', { min: 1, max: 12, integer: true }),
  ]),
  entryType('comparison', 'Comparison', 'A table of two to four items, always as they are now.', [
    text('title', 'Heading', undefined, { max: 120 }),
    items('items', 'Items', { min: 2, max: 4 }),
  ]),
  entryType('documents', 'Documents', 'Files to download, such as certificates and brochures.', [
    text('title', 'Heading', undefined, { max: 120 }),
    list('documents', 'Documents', { itemLabel: 'document', titlePath: 'title', min: 1, max: 20 }, [
      text('title', 'Title', undefined, { max: 160 }),
      file('file', 'File', 'document', 'PDF, STEP, IGES, DXF, DWG or ZIP.'),
    ]),
  ]),
  entryType('questions', 'Questions and answers', 'Search engines can show them below the link.', [
    optional(text('title', 'Heading', undefined, { max: 120 })),
    list('questions', 'Questions', { itemLabel: 'question', titlePath: 'question', min: 1, max: 30 }, [
      text('question', 'Question', undefined, { max: 200 }),
      paragraph('answer', 'Answer'),
    ]),
  ]),
  entryType(
    'retention',
    'How long data are kept',
    'A table for the privacy notice, as the settings are now.',
    [text('title', 'Heading', undefined, { max: 120 })],
  ),
  entryType('contact', 'Contact form', 'The form of the home page. A page has one at most.', [
    text('title', 'Heading', undefined, { max: 120 }),
    optional(paragraph('text', 'Text', undefined, { max: 400 })),
  ]),
  entryType('action', 'Call to action', 'A sentence with a button.', [
    text('title', 'Heading', undefined, { max: 120 }),
    optional(paragraph('text', 'Text', undefined, { max: 400 })),
    text('label', 'Text on the button', undefined, { max: 40 }),
    link('to', 'Address of the button', 'Choose a page of this site, or type any address.', {
      suggestsPages: true,
    }),
  ]),
] as const

export type Block = EntryOf<(typeof BLOCK_TYPES)[number]>
type BlockType = Block['type']
export type BlockOf<Type extends BlockType> = Extract<Block, { type: Type }>
