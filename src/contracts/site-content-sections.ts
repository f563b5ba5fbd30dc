import type { SiteField, SiteSection } from './site-content-fields.ts'

const line = (path: string, label: string, more: { hint?: string; optional?: true; most?: number } = {}) =>
  ({ kind: 'text', path, label, ...more }) as const
const paragraph = (path: string, label: string, more: { hint?: string; optional?: true } = {}) =>
  ({ kind: 'paragraph', path, label, ...more }) as const
const place = (picture: string, ratio: number): SiteField => ({
  kind: 'place',
  path: '',
  label: 'Place',
  picture,
  ratio,
  hint: 'Click on the picture where it belongs.',
})
/** A list of plain texts. */
const texts = (
  path: string,
  label: string,
  noun: string,
  { kind = 'text', most = 20, hint }: { kind?: 'text' | 'paragraph'; most?: number; hint?: string } = {},
): SiteField => ({
  kind: 'list',
  path,
  label,
  noun,
  title: '',
  unique: true,
  most,
  blank: '',
  fields: [{ kind, path: '', label: noun.charAt(0).toUpperCase() + noun.slice(1), ...(hint && { hint }) }],
})

const COMPANY: SiteSection = {
  id: 'company',
  label: 'Company',
  about: 'Who the firm is and how it is reached, on every page.',
  anchor: 'footer',
  fields: [
    line('company.name', 'Name'),
    line('company.tagline', 'Tagline', {
      hint: 'Stands beside the name in search engines and browser tabs.',
    }),
    paragraph('company.summary', 'Summary', { hint: 'One or two sentences for the foot of every page.' }),
    {
      kind: 'group',
      label: 'Address',
      fields: [
        line('company.address.street', 'Street'),
        line('company.address.city', 'City'),
        line('company.address.postcode', 'Postcode', { optional: true }),
        line('company.address.state', 'State', { optional: true }),
        line('company.address.country', 'Country'),
      ],
    },
    {
      kind: 'list',
      path: 'company.phones',
      label: 'Telephones',
      hint: 'The first one is called by the buttons of the site.',
      noun: 'telephone',
      title: 'number',
      unique: true,
      least: 1,
      most: 10,
      blank: { label: '', number: '' },
      fields: [
        line('label', 'What it is for'),
        {
          kind: 'telephone',
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
    { kind: 'e-mail', path: 'company.email', label: 'E-mail' },
  ],
}

const LINKS: SiteSection = {
  id: 'links',
  label: 'Opening hours and links',
  about: 'When somebody answers, and where else the firm is found.',
  anchor: 'contact',
  fields: [
    {
      kind: 'list',
      path: 'company.hours',
      label: 'Opening hours',
      hint: 'Search engines understand ‘Monday to Friday’ and ‘9:00 AM to 6:00 PM’.',
      noun: 'line of hours',
      title: 'days',
      unique: true,
      most: 14,
      blank: { days: '', hours: '' },
      fields: [line('days', 'Days'), line('hours', 'Hours')],
    },
    {
      kind: 'list',
      path: 'company.social',
      label: 'Links',
      noun: 'link',
      title: 'network',
      unique: true,
      most: 4,
      blank: { network: 'LinkedIn', url: '' },
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
  label: 'Hero',
  about: 'The first thing a visitor sees.',
  anchor: 'home',
  fields: [
    line('hero.kicker', 'Line above the title', { optional: true }),
    line('hero.title', 'Title'),
    paragraph('hero.text', 'Text', { optional: true }),
    { kind: 'picture', path: 'hero.picture', label: 'Picture', hint: 'Twice as wide as high looks best.' },
    {
      kind: 'list',
      path: 'hero.callouts',
      label: 'Callouts',
      hint: 'Names on the machines in the picture. Telephones leave them out.',
      noun: 'callout',
      title: 'name',
      most: 12,
      blank: { x: 50, y: 50, name: '', figure: '', path: '/products', leader: 4 },
      fields: [
        line('name', 'Name'),
        line('figure', 'Figure', { optional: true, hint: 'Such as 25 mm bar.' }),
        { kind: 'page', path: 'path', label: 'Leads to', hint: 'A page of this site, such as /products.' },
        place('hero.picture', 2),
        {
          kind: 'number',
          path: 'leader',
          label: 'Length of the line',
          hint: 'From -12 to 12; below the place when negative.',
          least: -12,
          most: 12,
        },
      ],
    },
  ],
}

const FIGURES: SiteSection = {
  id: 'figures',
  label: 'Figures',
  about: 'The strip of counted figures below the first view.',
  anchor: 'home',
  fields: [
    {
      kind: 'list',
      path: 'statistics',
      label: 'Figures',
      noun: 'figure',
      title: 'label',
      unique: true,
      most: 8,
      blank: { value: 0, suffix: '', label: '' },
      fields: [
        { kind: 'number', path: 'value', label: 'Number', least: 0, most: 1_000_000_000, whole: true },
        line('suffix', 'Sign after it', { optional: true, most: 10, hint: 'Such as + or %.' }),
        line('label', 'What it counts'),
      ],
    },
  ],
}

const ABOUT: SiteSection = {
  id: 'about',
  label: 'About',
  about: 'The firm in its own words, with two pictures.',
  anchor: 'about',
  fields: [
    line('about.title', 'Title'),
    paragraph('about.lead', 'Opening sentence', { optional: true }),
    texts('about.paragraphs', 'Paragraphs', 'paragraph', { kind: 'paragraph' }),
    { kind: 'picture', path: 'about.picture', label: 'Picture beside the text' },
    {
      kind: 'list',
      path: 'about.pictureNotes',
      label: 'Notes under the picture',
      noun: 'note',
      title: 'label',
      unique: true,
      most: 6,
      blank: { label: '', text: '' },
      fields: [line('label', 'Label'), line('text', 'Text')],
    },
    { kind: 'picture', path: 'about.assembly.picture', label: 'Large picture with parts' },
    {
      kind: 'list',
      path: 'about.assembly.parts',
      label: 'Parts in the large picture',
      noun: 'part',
      title: 'title',
      unique: true,
      most: 12,
      blank: { x: 50, y: 50, title: '', text: '' },
      fields: [
        line('title', 'Name'),
        line('text', 'Text', { optional: true }),
        place('about.assembly.picture', 4 / 3),
      ],
    },
  ],
}

const SERVICES: SiteSection = {
  id: 'services',
  label: 'Services',
  about: 'The kinds of work on the landing page.',
  anchor: 'services',
  fields: [
    line('services.title', 'Title'),
    paragraph('services.text', 'Text', { optional: true }),
    {
      kind: 'list',
      path: 'services.entries',
      label: 'Services',
      noun: 'service',
      title: 'title',
      unique: true,
      most: 12,
      blank: { title: '', text: '', points: [], figure: '', figureNote: '', picture: null },
      fields: [
        line('title', 'Name'),
        paragraph('text', 'Text', { optional: true }),
        texts('points', 'Points', 'point'),
        line('figure', 'Figure', { optional: true, hint: 'Such as 2 days or From ₹28,000.' }),
        line('figureNote', 'Note on the figure', { optional: true }),
        { kind: 'picture', path: 'picture', label: 'Picture' },
      ],
    },
  ],
}

const WHY: SiteSection = {
  id: 'why',
  label: 'Why',
  about: 'The limits that every machine meets.',
  anchor: 'why',
  fields: [
    line('why.title', 'Title'),
    paragraph('why.text', 'Text', { optional: true }),
    {
      kind: 'list',
      path: 'why.reasons',
      label: 'Reasons',
      noun: 'reason',
      title: 'title',
      unique: true,
      most: 12,
      blank: { sign: 'runout', frame: [''], title: '', text: '' },
      fields: [
        {
          kind: 'choice',
          path: 'sign',
          label: 'Sign',
          options: [
            ['runout', 'Run-out'],
            ['position', 'Position'],
            ['straight', 'Straightness'],
            ['parallel', 'Parallelism'],
          ],
        },
        texts('frame', 'Frame', 'frame field', {
          most: 4,
          hint: 'First the tolerance, then the datums: 0.005, A.',
        }),
        line('title', 'Name'),
        paragraph('text', 'Text', { optional: true }),
      ],
    },
  ],
}

const TESTIMONIALS: SiteSection = {
  id: 'testimonials',
  label: 'Testimonials',
  about: 'What customers say, before the reviews that you published.',
  anchor: 'why',
  fields: [
    {
      kind: 'list',
      path: 'testimonials',
      label: 'Testimonials',
      noun: 'testimonial',
      title: 'author',
      most: 20,
      blank: { rating: 5, text: '', author: '', position: '', initials: '' },
      fields: [
        paragraph('text', 'Words'),
        line('author', 'Name'),
        line('position', 'Position', { optional: true }),
        line('initials', 'Initials', { optional: true, most: 4 }),
        { kind: 'number', path: 'rating', label: 'Stars', least: 1, most: 5, whole: true },
      ],
    },
  ],
}

const CHAT: SiteSection = {
  id: 'chat',
  label: 'Chat',
  about: 'What the chat helper says. Its figures stand inside whole sentences.',
  anchor: 'home',
  fields: [
    paragraph('chat.greeting', 'Greeting'),
    {
      kind: 'group',
      label: 'Prices of machines, in rupees',
      fields: [
        line('chat.machinePrices.from', 'Machines from', { hint: 'Without the rupee sign: 15,00,000.' }),
        line('chat.machinePrices.to', 'Machines to'),
      ],
    },
    {
      kind: 'group',
      label: 'Prices of maintenance a year, in rupees',
      fields: [
        line('chat.maintenancePrices.from', 'Maintenance from'),
        line('chat.maintenancePrices.to', 'Maintenance to'),
      ],
    },
    {
      kind: 'group',
      label: 'Times',
      fields: [
        line('chat.delivery.lathes', 'Delivery of lathes', { hint: 'Such as 4-6 weeks.' }),
        line('chat.delivery.cnc', 'Delivery of CNC machines'),
        line('chat.training', 'Training'),
        line('chat.machineWarranty', 'Warranty of machines'),
        line('chat.machineWarrantyMost', 'Longest warranty of machines'),
        line('chat.sparePartWarranty', 'Warranty of spare parts'),
      ],
    },
  ],
}

const PRICES: SiteSection = {
  id: 'prices',
  label: 'Prices',
  about: 'How the page of an item shows its price.',
  anchor: 'products',
  fields: [
    {
      kind: 'choice',
      path: 'prices.detailsCurrency',
      label: 'Currency on the page of an item',
      options: [
        ['USD', 'US dollars'],
        ['INR', 'Rupees'],
      ],
    },
    {
      kind: 'number',
      path: 'prices.rupeesPerDollar',
      label: 'Rupees for one dollar',
      hint: 'Left empty, the number is shown as it stands.',
      least: 0.01,
      most: 100_000,
      optional: true,
    },
  ],
}

/** Everything staff can edit in the site content, in the order of the screen. The one place that names its fields. */
export const SITE_SECTIONS: readonly SiteSection[] = [
  COMPANY,
  LINKS,
  HERO,
  FIGURES,
  ABOUT,
  {
    id: 'featured',
    label: 'Featured',
    about: 'The words above the featured items.',
    anchor: 'products',
    fields: [line('featured.title', 'Title'), paragraph('featured.text', 'Text', { optional: true })],
  },
  SERVICES,
  WHY,
  TESTIMONIALS,
  {
    id: 'contact',
    label: 'Contact',
    about: 'The words above the contact form.',
    anchor: 'contact',
    fields: [line('contact.title', 'Title'), paragraph('contact.text', 'Text', { optional: true })],
  },
  {
    id: 'catalogue',
    label: 'Catalogue',
    about: 'Tiles on the landing page, and the help beside the catalogue.',
    anchor: 'products',
    fields: [
      line('catalogue.categoriesTile', 'Tile of the categories', { hint: 'Such as 3.' }),
      line('catalogue.sparesTile', 'Tile of the spare parts', { hint: 'Such as 2.5K+.' }),
      paragraph('catalogue.help', 'Help beside the catalogue', { optional: true }),
    ],
  },
  CHAT,
  PRICES,
]
