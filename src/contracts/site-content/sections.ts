import { LANGUAGES, TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#messages/language.ts'
import { DEFAULT_JOB_QUESTIONS, JOB_QUESTIONS, type JobQuestion } from '../catalogue/job-finder-questions.ts'
import { DEFAULT_TRADE_WORDS } from '../catalogue/trade-words.ts'
import {
  choice,
  digits,
  email,
  group,
  hotspot,
  link,
  list,
  number,
  optional,
  page,
  paragraph,
  phone,
  picture,
  source,
  text,
  textList,
} from '../fields/define-fields.ts'
import type { ContentOf, SiteField, SiteSection } from '../fields/fields.ts'

/** One list of specification names for each question. */
const jobQuestion = <const Question extends JobQuestion>(question: Question, hint: string) =>
  textList(`jobFinder.${question}`, JOB_QUESTIONS[question], 'specification', {
    max: 10,
    hint,
    default: DEFAULT_JOB_QUESTIONS[question],
  })
/** Whether the site has a language. */
const languageField = <const Code extends TranslatedLanguage>(language: Code) =>
  choice(
    `languages.${language}` as const,
    LANGUAGES[language].name,
    { off: 'Not on the site', on: 'On the site' },
    { default: 'off' },
  )
type LanguageField = {
  [Code in TranslatedLanguage]: ReturnType<typeof languageField<Code>>
}[TranslatedLanguage]
const LANGUAGE_FIELDS = TRANSLATED_LANGUAGES.map(languageField) as LanguageField[]

const section = <const Field extends SiteField>(
  id: string,
  label: string,
  anchor: string,
  description: string,
  fields: readonly Field[],
) => ({ id, label, anchor, description, fields })

const SECTIONS = [
  section(
    'company',
    'Company',
    'footer',
    'Name, address and contact details of the company, on every page.',
    [
      text('company.name', 'Name'),
      text('company.tagline', 'Tagline', 'Shown beside the name in search engines and browser tabs.'),
      paragraph('company.summary', 'Summary', 'One or two sentences for the footer of every page.'),
      group('Address', [
        text('company.address.street', 'Street'),
        text('company.address.city', 'City'),
        optional(text('company.address.postcode', 'Postcode')),
        optional(
          text(
            'company.address.state',
            'State',
            'With the place of supply, it decides which GST a quotation has.',
          ),
        ),
        text('company.address.country', 'Country'),
      ]),
      list(
        'company.phones',
        'Phone numbers',
        {
          itemLabel: 'phone number',
          titlePath: 'number',
          unique: true,
          min: 1,
          max: 10,
          hint: 'The buttons of the site call the first one.',
        },
        [text('label', 'Label'), phone('number', 'Number', 'With the country code: +91 422 000 1420.')],
      ),
      digits('company.whatsapp', 'WhatsApp', 'Digits only, with the country code: 914220001420.'),
      email('company.email', 'Email'),
    ],
  ),
  section('links', 'Business hours and links', 'contact', 'Business hours and social media.', [
    list(
      'company.hours',
      'Business hours',
      {
        itemLabel: 'business hours row',
        titlePath: 'days',
        unique: true,
        max: 14,
        hint: 'Search engines understand ‘Monday to Friday’ and ‘9:00 AM to 6:00 PM’.',
      },
      [text('days', 'Days'), text('hours', 'Hours')],
    ),
    list('company.social', 'Links', { itemLabel: 'link', titlePath: 'network', unique: true, max: 4 }, [
      choice('network', 'Network', {
        LinkedIn: 'LinkedIn',
        Facebook: 'Facebook',
        YouTube: 'YouTube',
        Instagram: 'Instagram',
      }),
      link('url', 'Address', 'Starts with https://.'),
    ]),
  ]),
  section('hero', 'Top of the home page', 'home', 'The top of the home page.', [
    optional(text('hero.kicker', 'Tagline')),
    text('hero.title', 'Title'),
    optional(paragraph('hero.text', 'Text')),
    picture('hero.picture', 'Picture', 'Recommended ratio 2:1.'),
    list(
      'hero.callouts',
      'Labels in the picture',
      {
        itemLabel: 'label',
        titlePath: 'name',
        max: 12,
        default: [],
        hint: 'Labels on the machines in the picture. Not shown on phones.',
      },
      [
        text('name', 'Name'),
        optional(text('figure', 'Value', 'For example 25 mm bar.')),
        page('path', 'Link', 'A page of this site, for example /products.', {
          initial: '/products',
          suggestsPages: true,
        }),
        hotspot('hero.picture', 2),
        number('leader', 'Line length', {
          hint: 'From -12 to 12. Negative values are drawn below the position.',
          min: -12,
          max: 12,
          initial: 4,
        }),
      ],
    ),
  ]),
  section('figures', 'Figures', 'home', 'The strip of numbers below the top of the home page.', [
    list(
      'statistics',
      'Figures',
      {
        itemLabel: 'figure',
        titlePath: 'label',
        unique: true,
        max: 8,
        hint: 'A new site shows 20+, 500+, 300+ and 15. They stay as typed; only a number set to automatic follows the catalogue.',
      },
      [
        source('source', 'Number is', {
          machine: 'Automatic: machines on the site',
          spare: 'Automatic: spare parts on the site',
          service: 'Automatic: services on the site',
          item: 'Automatic: all products on the site',
        }),
        number('value', 'Number', { min: 0, max: 1_000_000_000, integer: true, source: 'source' }),
        optional(text('suffix', 'Suffix', 'For example + or %.', { max: 10 })),
        text('label', 'Label'),
      ],
    ),
  ]),
  section('about', 'About', 'about', 'The text about the company, with two pictures.', [
    text('about.title', 'Title'),
    optional(
      paragraph(
        'about.lead',
        'Opening sentence',
        'A new site says ‘over 25 years’ here and ‘20+’ in the figures. You can change both.',
      ),
    ),
    textList('about.paragraphs', 'Paragraphs', 'paragraph', { kind: 'paragraph' }),
    picture('about.picture', 'Picture beside the text'),
    list(
      'about.pictureNotes',
      'Notes under the picture',
      { itemLabel: 'note', titlePath: 'label', unique: true, max: 6, default: [] },
      [text('label', 'Label'), text('text', 'Text')],
    ),
    { ...picture('about.assembly.picture', 'Large picture with parts'), default: null },
    list(
      'about.assembly.parts',
      'Parts in the large picture',
      { itemLabel: 'part', titlePath: 'title', unique: true, max: 12, default: [] },
      [text('title', 'Name'), optional(text('text', 'Text')), hotspot('about.assembly.picture', 4 / 3)],
    ),
  ]),
  section('featured', 'Featured', 'products', 'The text above the featured products.', [
    text('featured.title', 'Title'),
    optional(paragraph('featured.text', 'Text')),
  ]),
  section('services', 'Services', 'services', 'The services on the home page.', [
    text('services.title', 'Title'),
    optional(paragraph('services.text', 'Text')),
    list(
      'services.entries',
      'Services',
      { itemLabel: 'service', titlePath: 'title', unique: true, max: 12 },
      [
        text('title', 'Name'),
        optional(paragraph('text', 'Text')),
        textList('points', 'Points', 'point'),
        optional(text('figure', 'Value', 'For example 2 days or From ₹28,000.')),
        optional(text('figureNote', 'Note on the value')),
        picture('picture', 'Picture'),
      ],
    ),
  ]),
  section('why', 'Inspection standards', 'why', 'The tolerances that every machine meets.', [
    text('why.title', 'Title'),
    optional(paragraph('why.text', 'Text')),
    list('why.reasons', 'Items', { itemLabel: 'item', titlePath: 'title', unique: true, max: 12 }, [
      choice('sign', 'Symbol', {
        runout: 'Run-out',
        position: 'Position',
        straight: 'Straightness',
        parallel: 'Parallelism',
      }),
      textList('frame', 'Tolerance and datums', 'tolerance or datum', {
        max: 4,
        itemHint: 'The tolerance first, then the datums: 0.005, A.',
        initial: [''],
      }),
      text('title', 'Name'),
      optional(paragraph('text', 'Text')),
    ]),
  ]),
  section('testimonials', 'Testimonials', 'why', 'What customers say, shown before the published reviews.', [
    list('testimonials', 'Testimonials', { itemLabel: 'testimonial', titlePath: 'author', max: 20 }, [
      paragraph('text', 'Quote'),
      text('author', 'Name'),
      optional(text('position', 'Position')),
      optional(text('initials', 'Initials', undefined, { max: 4 })),
      number('rating', 'Stars', { min: 1, max: 5, integer: true, initial: 5 }),
    ]),
  ]),
  section(
    'contact',
    'Contact',
    'contact',
    'The text above the enquiry form, and when visitors get a reply.',
    [
      text('contact.title', 'Title'),
      optional(paragraph('contact.text', 'Text')),
      text(
        'contact.replyTime',
        'Reply time',
        "Completes 'We reply …' after an enquiry was sent, on the page and in the confirmation by email: within one working day. No full stop.",
        { default: 'within one working day' },
      ),
    ],
  ),
  section(
    'languages',
    'Languages',
    'footer',
    'The languages of the site besides English, which visitors choose in the menu. Buttons, forms and answers are translated. What you write is in English until you translate it under Translations.',
    LANGUAGE_FIELDS,
  ),
  section('privacy', 'Personal data', 'contact', 'How long the data of customers are kept.', [
    choice(
      'privacy.retention',
      'Enquiries without an order',
      {
        never: 'Kept until somebody asks',
        '24': 'Erased 2 years after the last contact',
        '36': 'Erased 3 years after the last contact',
        '60': 'Erased 5 years after the last contact',
      },
      {
        hint: 'Customers whose enquiries are all lost are then erased with their files, the first ones a week after this is saved. They cannot be restored, not even from a backup. Whoever has an open enquiry, a follow-up date, a valid quotation or an order stays. The block ‘How long data are kept’ states it.',
        default: 'never',
      },
    ),
  ]),
  section(
    'visitors',
    'Visitor figures',
    'contact',
    'What the owners are told about the visitors of the website.',
    [
      choice(
        'visitors.weeklyEmail',
        'Email every Monday',
        { on: 'To all owners', off: 'No email' },
        {
          hint: 'Visits, enquiries, quotations and orders of the week before, and what visitors did not find. It needs a mail server.',
          default: 'on',
        },
      ),
    ],
  ),
  section(
    'catalogue',
    'Catalogue',
    'products',
    'Tiles on the home page, and the help beside the catalogue.',
    [
      text(
        'catalogue.categoriesTile',
        'Categories count',
        'A new site shows 3: machines, spare parts and services.',
      ),
      source('catalogue.sparesTileSource', 'Spare parts count is', {
        spare: 'Automatic: spare parts on the site',
      }),
      text(
        'catalogue.sparesTile',
        'Spare parts count',
        'A new site shows 2.5K+, whatever the catalogue contains.',
        { source: 'catalogue.sparesTileSource' },
      ),
      optional(paragraph('catalogue.help', 'Help beside the catalogue')),
    ],
  ),
  section('chat', 'Chat', 'home', 'The greeting and the values in the replies of the chat assistant.', [
    paragraph('chat.greeting', 'Greeting'),
    group('Machine prices, in rupees', [
      source('chat.machinePrices.source', 'Prices are', {
        machinePrices: 'Automatic: lowest to highest price of the machines on the site',
      }),
      text('chat.machinePrices.from', 'Machines from', 'Without the rupee sign: 15,00,000.', {
        source: 'chat.machinePrices.source',
      }),
      text('chat.machinePrices.to', 'Machines to', undefined, { source: 'chat.machinePrices.source' }),
    ]),
    group('Maintenance prices per year, in rupees', [
      text('chat.maintenancePrices.from', 'Maintenance from'),
      text('chat.maintenancePrices.to', 'Maintenance to'),
    ]),
    group('Times', [
      text('chat.delivery.lathes', 'Delivery of lathes', 'For example 4-6 weeks.'),
      text('chat.delivery.cnc', 'Delivery of CNC machines'),
      text('chat.training', 'Training'),
      text('chat.machineWarranty', 'Warranty of machines'),
      text('chat.machineWarrantyMost', 'Longest warranty of machines'),
      text('chat.sparePartWarranty', 'Warranty of spare parts'),
    ]),
  ]),
  section('prices', 'Prices', 'products', 'How product pages show the price, availability and warranty.', [
    choice('prices.detailsCurrency', 'Currency on product pages', { USD: 'US dollars', INR: 'Rupees' }),
    optional(
      number('prices.rupeesPerDollar', 'Exchange rate (Rs per US$)', {
        hint: 'Amounts in US dollars need a rate.',
        min: 0.01,
        max: 100_000,
      }),
    ),
    choice(
      'prices.unstatedTerms',
      'Items that state no availability and warranty',
      { shown: "Show 'In Stock' and '2 Year Warranty'", hidden: 'Show nothing' },
      {
        hint: 'What you promise here holds for every item, including imported ones.',
        default: 'shown',
      },
    ),
  ]),
  section(
    'job-finder',
    'Job finder',
    'products',
    'Which specification of a machine answers which question of the job finder. Of several, the first that a machine has counts.',
    [
      jobQuestion('barDiameter', 'The largest bar. The machine must take at least the diameter of the part.'),
      jobQuestion(
        'hexagonBar',
        'The largest hexagon bar, across its flats. Without one, the corners of the bar count as its diameter.',
      ),
      jobQuestion(
        'squareBar',
        'The largest square bar. The specification may be that of hexagon bar, with two sizes.',
      ),
      jobQuestion('turnedDiameter', 'The largest diameter of castings, forgings and cut pieces.'),
      jobQuestion('chuck', 'The size of the chuck, which holds castings, forgings and cut pieces.'),
      jobQuestion('turnedLength', 'The largest length that is turned.'),
      jobQuestion('travel', 'The travels X, Y and Z of milling machines, in one specification or three.'),
      jobQuestion('load', 'The largest weight on the table.'),
      jobQuestion('accuracy', 'The error of the machine. It may be at most half of the tolerance.'),
      jobQuestion('power', 'The motor of the spindle, for the material.'),
      jobQuestion('machineType', 'For the operations, and the quantity a day.'),
    ],
  ),
  section(
    'search',
    'Search words',
    'products',
    'What customers call things. The dashboard lists what they searched and did not find.',
    [
      textList('search.tradeWords', 'Names for the same thing', 'row of names', {
        kind: 'names',
        max: 200,
        default: DEFAULT_TRADE_WORDS,
        hint: 'A search for one name of a row also finds items with its other names: belt, patta, drive belt. One name must be a word of the items.',
      }),
    ],
  ),
]

/** All sections and fields of the site content that staff can edit, in the order of the screen. */
export const SITE_SECTIONS: readonly SiteSection[] = SECTIONS

/**
 * All company-specific texts and values of the site (decision 0001). A number whose source is not 'typed' follows the
 * catalogue: responses to visitors contain the present one (decision 0155).
 */
export type SiteContent = ContentOf<(typeof SECTIONS)[number]['fields'][number]>
