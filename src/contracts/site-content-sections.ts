import { JOB_QUESTIONS, type JobQuestion } from './job-finder-questions.ts'
import type { SiteField, SiteSection } from './site-content-fields.ts'

const textField = (
  path: string,
  label: string,
  options: { hint?: string; optional?: true; max?: number; source?: string } = {},
) => ({ kind: 'text', path, label, ...options }) as const
const paragraphField = (path: string, label: string, options: { hint?: string; optional?: true } = {}) =>
  ({ kind: 'paragraph', path, label, ...options }) as const
/** The choice between a typed number and numbers that follow the catalogue. */
const sourceField = (
  path: string,
  label: string,
  options: readonly (readonly [string, string])[],
): SiteField => ({
  kind: 'choice',
  path,
  label,
  isNumberSource: true,
  options: [['typed', 'Typed'], ...options],
})
const hotspotField = (picture: string, ratio: number): SiteField => ({
  kind: 'hotspot',
  path: '',
  label: 'Position',
  picture,
  ratio,
  hint: 'Click on the picture to set the position.',
})
/** A list of plain texts. */
const textListField = (
  path: string,
  label: string,
  itemLabel: string,
  { kind = 'text', max = 20, hint }: { kind?: 'text' | 'paragraph'; max?: number; hint?: string } = {},
): SiteField => ({
  kind: 'list',
  path,
  label,
  itemLabel,
  titlePath: '',
  unique: true,
  max,
  emptyItem: '',
  fields: [
    { kind, path: '', label: itemLabel.charAt(0).toUpperCase() + itemLabel.slice(1), ...(hint && { hint }) },
  ],
})

const COMPANY: SiteSection = {
  id: 'company',
  label: 'Company',
  description: 'Name, address and contact details of the company, on every page.',
  anchor: 'footer',
  fields: [
    textField('company.name', 'Name'),
    textField('company.tagline', 'Tagline', {
      hint: 'Shown beside the name in search engines and browser tabs.',
    }),
    paragraphField('company.summary', 'Summary', {
      hint: 'One or two sentences for the footer of every page.',
    }),
    {
      kind: 'group',
      label: 'Address',
      fields: [
        textField('company.address.street', 'Street'),
        textField('company.address.city', 'City'),
        textField('company.address.postcode', 'Postcode', { optional: true }),
        textField('company.address.state', 'State', {
          optional: true,
          hint: 'With the place of supply, it decides which GST a quotation has.',
        }),
        textField('company.address.country', 'Country'),
      ],
    },
    {
      kind: 'list',
      path: 'company.phones',
      label: 'Phone numbers',
      hint: 'The buttons of the site call the first one.',
      itemLabel: 'phone number',
      titlePath: 'number',
      unique: true,
      min: 1,
      max: 10,
      emptyItem: { label: '', number: '' },
      fields: [
        textField('label', 'Label'),
        {
          kind: 'phone',
          path: 'number',
          label: 'Number',
          hint: 'With the country code: +91 422 000 1420.',
        },
      ],
    },
    {
      kind: 'digits',
      path: 'company.whatsapp',
      label: 'WhatsApp',
      hint: 'Digits only, with the country code: 914220001420.',
    },
    { kind: 'email', path: 'company.email', label: 'Email' },
  ],
}

const LINKS: SiteSection = {
  id: 'links',
  label: 'Opening hours and links',
  description: 'Business hours and social media.',
  anchor: 'contact',
  fields: [
    {
      kind: 'list',
      path: 'company.hours',
      label: 'Opening hours',
      hint: 'Search engines understand ‘Monday to Friday’ and ‘9:00 AM to 6:00 PM’.',
      itemLabel: 'opening hours row',
      titlePath: 'days',
      unique: true,
      max: 14,
      emptyItem: { days: '', hours: '' },
      fields: [textField('days', 'Days'), textField('hours', 'Hours')],
    },
    {
      kind: 'list',
      path: 'company.social',
      label: 'Links',
      itemLabel: 'link',
      titlePath: 'network',
      unique: true,
      max: 4,
      emptyItem: { network: 'LinkedIn', url: '' },
      fields: [
        {
          kind: 'choice',
          path: 'network',
          label: 'Network',
          options: [
            ['LinkedIn', 'LinkedIn'],
            ['Facebook', 'Facebook'],
            ['YouTube', 'YouTube'],
            ['Instagram', 'Instagram'],
          ],
        },
        { kind: 'link', path: 'url', label: 'Address', hint: 'Starts with https://.' },
      ],
    },
  ],
}

const HERO: SiteSection = {
  id: 'hero',
  label: 'Top of the home page',
  description: 'The top of the home page.',
  anchor: 'home',
  fields: [
    textField('hero.kicker', 'Tagline', { optional: true }),
    textField('hero.title', 'Title'),
    paragraphField('hero.text', 'Text', { optional: true }),
    { kind: 'picture', path: 'hero.picture', label: 'Picture', hint: 'Recommended ratio 2:1.' },
    {
      kind: 'list',
      path: 'hero.callouts',
      label: 'Labels in the picture',
      hint: 'Labels on the machines in the picture. Not shown on phones.',
      itemLabel: 'label',
      titlePath: 'name',
      max: 12,
      emptyItem: { x: 50, y: 50, name: '', figure: '', path: '/products', leader: 4 },
      fields: [
        textField('name', 'Name'),
        textField('figure', 'Value', { optional: true, hint: 'For example 25 mm bar.' }),
        { kind: 'page', path: 'path', label: 'Link', hint: 'A page of this site, for example /products.' },
        hotspotField('hero.picture', 2),
        {
          kind: 'number',
          path: 'leader',
          label: 'Line length',
          hint: 'From -12 to 12. Negative values are drawn below the position.',
          min: -12,
          max: 12,
        },
      ],
    },
  ],
}

const STATISTICS: SiteSection = {
  id: 'figures',
  label: 'Figures',
  description: 'The strip of numbers below the top of the home page.',
  anchor: 'home',
  fields: [
    {
      kind: 'list',
      path: 'statistics',
      label: 'Figures',
      itemLabel: 'figure',
      titlePath: 'label',
      unique: true,
      max: 8,
      hint: 'A new site shows 20+, 500+, 300+ and 15. They stay as typed; only a number set to automatic follows the catalogue.',
      emptyItem: { value: 0, source: 'typed', suffix: '', label: '' },
      fields: [
        sourceField('source', 'Number is', [
          ['machine', 'Automatic: machines on the site'],
          ['spare', 'Automatic: spare parts on the site'],
          ['service', 'Automatic: services on the site'],
          ['item', 'Automatic: all products on the site'],
        ]),
        {
          kind: 'number',
          path: 'value',
          label: 'Number',
          min: 0,
          max: 1_000_000_000,
          integer: true,
          source: 'source',
        },
        textField('suffix', 'Suffix', { optional: true, max: 10, hint: 'For example + or %.' }),
        textField('label', 'Label'),
      ],
    },
  ],
}

const ABOUT: SiteSection = {
  id: 'about',
  label: 'About',
  description: 'The text about the company, with two pictures.',
  anchor: 'about',
  fields: [
    textField('about.title', 'Title'),
    paragraphField('about.lead', 'Opening sentence', {
      optional: true,
      hint: 'A new site says ‘over 25 years’ here and ‘20+’ in the figures. You can change both.',
    }),
    textListField('about.paragraphs', 'Paragraphs', 'paragraph', { kind: 'paragraph' }),
    { kind: 'picture', path: 'about.picture', label: 'Picture beside the text' },
    {
      kind: 'list',
      path: 'about.pictureNotes',
      label: 'Notes under the picture',
      itemLabel: 'note',
      titlePath: 'label',
      unique: true,
      max: 6,
      emptyItem: { label: '', text: '' },
      fields: [textField('label', 'Label'), textField('text', 'Text')],
    },
    { kind: 'picture', path: 'about.assembly.picture', label: 'Large picture with parts' },
    {
      kind: 'list',
      path: 'about.assembly.parts',
      label: 'Parts in the large picture',
      itemLabel: 'part',
      titlePath: 'title',
      unique: true,
      max: 12,
      emptyItem: { x: 50, y: 50, title: '', text: '' },
      fields: [
        textField('title', 'Name'),
        textField('text', 'Text', { optional: true }),
        hotspotField('about.assembly.picture', 4 / 3),
      ],
    },
  ],
}

const SERVICES: SiteSection = {
  id: 'services',
  label: 'Services',
  description: 'The services on the home page.',
  anchor: 'services',
  fields: [
    textField('services.title', 'Title'),
    paragraphField('services.text', 'Text', { optional: true }),
    {
      kind: 'list',
      path: 'services.entries',
      label: 'Services',
      itemLabel: 'service',
      titlePath: 'title',
      unique: true,
      max: 12,
      emptyItem: { title: '', text: '', points: [], figure: '', figureNote: '', picture: null },
      fields: [
        textField('title', 'Name'),
        paragraphField('text', 'Text', { optional: true }),
        textListField('points', 'Points', 'point'),
        textField('figure', 'Value', { optional: true, hint: 'For example 2 days or From ₹28,000.' }),
        textField('figureNote', 'Note on the value', { optional: true }),
        { kind: 'picture', path: 'picture', label: 'Picture' },
      ],
    },
  ],
}

const WHY: SiteSection = {
  id: 'why',
  label: 'Inspection standards',
  description: 'The tolerances that every machine meets.',
  anchor: 'why',
  fields: [
    textField('why.title', 'Title'),
    paragraphField('why.text', 'Text', { optional: true }),
    {
      kind: 'list',
      path: 'why.reasons',
      label: 'Items',
      itemLabel: 'item',
      titlePath: 'title',
      unique: true,
      max: 12,
      emptyItem: { sign: 'runout', frame: [''], title: '', text: '' },
      fields: [
        {
          kind: 'choice',
          path: 'sign',
          label: 'Symbol',
          options: [
            ['runout', 'Run-out'],
            ['position', 'Position'],
            ['straight', 'Straightness'],
            ['parallel', 'Parallelism'],
          ],
        },
        textListField('frame', 'Tolerance and datums', 'tolerance or datum', {
          max: 4,
          hint: 'The tolerance first, then the datums: 0.005, A.',
        }),
        textField('title', 'Name'),
        paragraphField('text', 'Text', { optional: true }),
      ],
    },
  ],
}

const TESTIMONIALS: SiteSection = {
  id: 'testimonials',
  label: 'Testimonials',
  description: 'What customers say, shown before the published reviews.',
  anchor: 'why',
  fields: [
    {
      kind: 'list',
      path: 'testimonials',
      label: 'Testimonials',
      itemLabel: 'testimonial',
      titlePath: 'author',
      max: 20,
      emptyItem: { rating: 5, text: '', author: '', position: '', initials: '' },
      fields: [
        paragraphField('text', 'Quote'),
        textField('author', 'Name'),
        textField('position', 'Position', { optional: true }),
        textField('initials', 'Initials', { optional: true, max: 4 }),
        { kind: 'number', path: 'rating', label: 'Stars', min: 1, max: 5, integer: true },
      ],
    },
  ],
}

const CHAT: SiteSection = {
  id: 'chat',
  label: 'Chat',
  description: 'The greeting and the values in the replies of the chat assistant.',
  anchor: 'home',
  fields: [
    paragraphField('chat.greeting', 'Greeting'),
    {
      kind: 'group',
      label: 'Machine prices, in rupees',
      fields: [
        sourceField('chat.machinePrices.source', 'Prices are', [
          ['machinePrices', 'Automatic: lowest to highest price of the machines on the site'],
        ]),
        textField('chat.machinePrices.from', 'Machines from', {
          hint: 'Without the rupee sign: 15,00,000.',
          source: 'chat.machinePrices.source',
        }),
        textField('chat.machinePrices.to', 'Machines to', { source: 'chat.machinePrices.source' }),
      ],
    },
    {
      kind: 'group',
      label: 'Maintenance prices per year, in rupees',
      fields: [
        textField('chat.maintenancePrices.from', 'Maintenance from'),
        textField('chat.maintenancePrices.to', 'Maintenance to'),
      ],
    },
    {
      kind: 'group',
      label: 'Times',
      fields: [
        textField('chat.delivery.lathes', 'Delivery of lathes', { hint: 'For example 4-6 weeks.' }),
        textField('chat.delivery.cnc', 'Delivery of CNC machines'),
        textField('chat.training', 'Training'),
        textField('chat.machineWarranty', 'Warranty of machines'),
        textField('chat.machineWarrantyMost', 'Longest warranty of machines'),
        textField('chat.sparePartWarranty', 'Warranty of spare parts'),
      ],
    },
  ],
}

const PRICES: SiteSection = {
  id: 'prices',
  label: 'Prices',
  description: 'How product pages show the price, availability and warranty.',
  anchor: 'products',
  fields: [
    {
      kind: 'choice',
      path: 'prices.detailsCurrency',
      label: 'Currency on product pages',
      options: [
        ['USD', 'US dollars'],
        ['INR', 'Rupees'],
      ],
    },
    {
      kind: 'number',
      path: 'prices.rupeesPerDollar',
      label: 'Exchange rate (Rs per US$)',
      hint: 'Amounts in US dollars need a rate.',
      min: 0.01,
      max: 100_000,
      optional: true,
    },
    {
      kind: 'choice',
      path: 'prices.unstatedTerms',
      label: 'Items that state no availability and warranty',
      hint: 'What you promise here holds for every item, including imported ones.',
      options: [
        ['shown', "Show 'In Stock' and '2 Year Warranty'"],
        ['hidden', 'Show nothing'],
      ],
    },
  ],
}

/** One list of specification names for each question. */
const jobQuestionField = (question: JobQuestion, hint: string) => ({
  ...textListField(`jobFinder.${question}`, JOB_QUESTIONS[question], 'specification', { max: 10 }),
  hint,
})

const JOB_FINDER: SiteSection = {
  id: 'job-finder',
  label: 'Job finder',
  description:
    'Which specification of a machine answers which question of the job finder. Of several, the first that a machine has counts.',
  anchor: 'products',
  fields: [
    jobQuestionField(
      'barDiameter',
      'The largest bar. The machine must take at least the diameter of the part.',
    ),
    jobQuestionField('turnedDiameter', 'The largest diameter of castings, forgings and cut pieces.'),
    jobQuestionField('turnedLength', 'The largest length that is turned.'),
    jobQuestionField('travel', 'The travels X, Y and Z of milling machines, in one specification or three.'),
    jobQuestionField('load', 'The largest weight on the table.'),
    jobQuestionField('accuracy', 'The error of the machine. It may be at most half of the tolerance.'),
    jobQuestionField('power', 'The motor of the spindle, for the material.'),
    jobQuestionField('machineType', 'For the operations, and the quantity a day.'),
  ],
}

/** All sections and fields of the site content that staff can edit, in the order of the screen. */
export const SITE_SECTIONS: readonly SiteSection[] = [
  COMPANY,
  LINKS,
  HERO,
  STATISTICS,
  ABOUT,
  {
    id: 'featured',
    label: 'Featured',
    description: 'The text above the featured products.',
    anchor: 'products',
    fields: [
      textField('featured.title', 'Title'),
      paragraphField('featured.text', 'Text', { optional: true }),
    ],
  },
  SERVICES,
  WHY,
  TESTIMONIALS,
  {
    id: 'contact',
    label: 'Contact',
    description: 'The text above the contact form, and when visitors get a reply.',
    anchor: 'contact',
    fields: [
      textField('contact.title', 'Title'),
      paragraphField('contact.text', 'Text', { optional: true }),
      textField('contact.replyTime', 'Reply time', {
        hint: "Completes 'We reply …' after an enquiry was sent, on the page and in the confirmation by email: within one working day. No full stop.",
      }),
    ],
  },
  {
    id: 'catalogue',
    label: 'Catalogue',
    description: 'Tiles on the home page, and the help beside the catalogue.',
    anchor: 'products',
    fields: [
      textField('catalogue.categoriesTile', 'Categories count', {
        hint: 'A new site shows 3: machines, spare parts and services.',
      }),
      sourceField('catalogue.sparesTileSource', 'Spare parts count is', [
        ['spare', 'Automatic: spare parts on the site'],
      ]),
      textField('catalogue.sparesTile', 'Spare parts count', {
        hint: 'A new site shows 2.5K+, whatever the catalogue contains.',
        source: 'catalogue.sparesTileSource',
      }),
      paragraphField('catalogue.help', 'Help beside the catalogue', { optional: true }),
    ],
  },
  CHAT,
  PRICES,
  JOB_FINDER,
]
