import { z } from 'zod'
import { Picture } from './item.ts'
import { DEFAULT_JOB_QUESTIONS } from './job-finder-questions.ts'
import { Revision } from './revision.ts'
import { exceedsDepth, validateSiteContent } from './validate-site-content.ts'

const line = z.string().max(300)
const specificationNames = z.array(line)
const paragraph = z.string().max(2000)
const DEFAULT_REPLY_TIME = 'within one working day'
const picture = Picture.extend({ alt: line }).nullable()
/** Maximum number of characters of a draft as JSON. */
const MAX_DRAFT_LENGTH = 300_000
/** Maximum nesting of lists and objects in a draft. The complete document has a depth of 6. */
const MAX_DRAFT_DEPTH = 20
/** A point in a picture, in percent of its width and height, from the upper left corner. */
const hotspotCoordinates = { x: z.number().min(0).max(100), y: z.number().min(0).max(100) }

/**
 * All company-specific texts and values of the site (decision 0001). Staff edit them in the settings. A number whose source
 * is not 'typed' follows the catalogue: responses to visitors contain the present one (decision 0155).
 */
export const SiteContent = z.object({
  company: z.object({
    name: line,
    tagline: line,
    summary: paragraph,
    address: z.object({ street: line, city: line, postcode: line, state: line, country: line }),
    phones: z.array(z.object({ label: line, number: line })),
    whatsapp: line.meta({ description: 'Digits only, with the country code' }),
    email: line,
    hours: z.array(z.object({ days: line, hours: line })),
    social: z.array(
      z.object({ network: z.enum(['LinkedIn', 'Facebook', 'YouTube', 'Instagram']), url: line }),
    ),
  }),
  hero: z.object({
    kicker: line,
    title: line,
    text: paragraph,
    picture,
    callouts: z
      .array(
        z.object({
          ...hotspotCoordinates,
          name: line,
          figure: line,
          path: line.meta({ description: 'The page of this site that the callout links to' }),
          /** Length of the leader line in rem. If it is negative, the callout is below the point. */
          leader: z.number().min(-12).max(12),
        }),
      )
      .default([]),
  }),
  statistics: z.array(
    z.object({
      value: z.number().int().min(0),
      source: z.enum(['typed', 'machine', 'spare', 'service', 'item']).default('typed'),
      suffix: z.string().max(10),
      label: line,
    }),
  ),
  about: z.object({
    title: line,
    lead: paragraph,
    paragraphs: z.array(paragraph),
    picture,
    pictureNotes: z.array(z.object({ label: line, text: line })).default([]),
    /** A picture of an assembly whose parts are numbered. */
    assembly: z
      .object({ picture, parts: z.array(z.object({ ...hotspotCoordinates, title: line, text: line })) })
      .default({ picture: null, parts: [] }),
  }),
  featured: z.object({ title: line, text: paragraph }),
  services: z.object({
    title: line,
    text: paragraph,
    entries: z.array(
      z.object({
        title: line,
        text: paragraph,
        points: z.array(line),
        figure: line,
        figureNote: line,
        picture,
      }),
    ),
  }),
  why: z.object({
    title: line,
    text: paragraph,
    reasons: z.array(
      z.object({
        sign: z.enum(['runout', 'position', 'straight', 'parallel']),
        frame: z.array(line),
        title: line,
        text: paragraph,
      }),
    ),
  }),
  testimonials: z.array(
    z.object({
      rating: z.number().int().min(1).max(5),
      text: paragraph,
      author: line,
      position: line,
      initials: z.string().max(4),
    }),
  ),
  contact: z.object({
    title: line,
    text: paragraph,
    replyTime: line.default(DEFAULT_REPLY_TIME).meta({
      description: "When a visitor can expect a reply to an enquiry: completes 'We reply …'",
    }),
  }),
  catalogue: z.object({
    categoriesTile: line,
    sparesTile: line,
    sparesTileSource: z.enum(['typed', 'spare']).default('typed'),
    help: paragraph,
  }),
  /** The greeting of the chat, and the values in its replies. */
  chat: z.object({
    greeting: paragraph,
    machinePrices: z.object({
      from: line,
      to: line,
      source: z.enum(['typed', 'machinePrices']).default('typed'),
    }),
    maintenancePrices: z.object({ from: line, to: line }),
    delivery: z.object({ lathes: line, cnc: line }),
    training: line,
    machineWarranty: line,
    machineWarrantyMost: line,
    sparePartWarranty: line,
  }),
  /** What the details page of an item shows (decisions 0011 and 0208). */
  prices: z.object({
    detailsCurrency: z.enum(['USD', 'INR']),
    rupeesPerDollar: z.number().positive().nullable(),
    /** Whether an item that states no availability and warranty is shown as in stock with two years (row DET-8). */
    unstatedTerms: z.enum(['shown', 'hidden']).default('shown'),
  }),
  /** The specifications that answer the questions of the job finder (docs/job-finder.md). */
  jobFinder: z
    .object({
      barDiameter: specificationNames,
      turnedDiameter: specificationNames,
      turnedLength: specificationNames,
      travel: specificationNames,
      load: specificationNames,
      accuracy: specificationNames,
      power: specificationNames,
      machineType: specificationNames,
    })
    .default(DEFAULT_JOB_QUESTIONS),
})
export type SiteContent = z.infer<typeof SiteContent>

const sections = z.strictObject(
  Object.fromEntries(Object.keys(SiteContent.shape).map((key) => [key, z.unknown()])),
)
/** Unsaved site content. Its fields may be incomplete or invalid; only unknown sections, size and depth are checked. */
export const SiteContentDraft = sections
  .refine((draft) => !exceedsDepth(draft, MAX_DRAFT_DEPTH), {
    error: 'These changes are nested too deeply to be saved.',
    abort: true,
  })
  .refine(
    (draft) => JSON.stringify(draft).length <= MAX_DRAFT_LENGTH,
    'These changes are too long to be saved.',
  )
  .meta({ description: 'Site content that may be incomplete or invalid' })
export type SiteContentDraft = z.infer<typeof SiteContentDraft>

/** Site content to be published, edited from `revision`. Error messages contain the labels of section and field. */
export const SiteContentBody = z.object({
  content: SiteContentDraft.superRefine((content, context) => {
    for (const { field, message } of validateSiteContent(content))
      context.addIssue({ code: 'custom', message, path: field.split('.') })
  }).pipe(SiteContent),
  revision: z.number().int().min(0),
})
export type SiteContentBody = z.infer<typeof SiteContentBody>

/** The site content with everything that the settings screen needs to edit it. */
export const EditedSiteContent = z.object({
  content: SiteContent,
  revision: z.number().int().meta({ description: '0 until the content is saved for the first time' }),
  updatedAt: z.string().nullable(),
  /** The latest change by staff. */
  lastChange: z.object({ by: z.string(), at: z.string(), detail: z.string() }).nullable(),
  automatic: z.record(z.string(), z.string()).meta({
    description: 'The present automatic numbers as text, by the source that the content names',
  }),
  /** Unsaved changes of the signed-in account. */
  draft: z.object({ content: SiteContentDraft, updatedAt: z.string() }).nullable(),
})
export type EditedSiteContent = z.infer<typeof EditedSiteContent>

/** The retained revisions of the site content with their differences from the previous one, newest first. */
export const SiteContentHistory = z.object({
  revision: z.number().int().meta({ description: 'The current one' }),
  revisions: z.array(Revision),
})
export type SiteContentHistory = z.infer<typeof SiteContentHistory>

export const RestoredSiteContent = z.object({
  revision: z.number().int().min(0),
  current: z.number().int().min(0).meta({ description: 'The revision that the restoration replaces' }),
})
export type RestoredSiteContent = z.infer<typeof RestoredSiteContent>

/** The content of a new site until staff change it. The numbers are those of the specification, the texts examples. */
export const DEFAULT_SITE_CONTENT: SiteContent = {
  company: {
    name: 'Kovai Machine Tools',
    tagline: 'Precision capstan lathes and CNC machines, Coimbatore',
    summary: 'Capstan lathes, CNC machines, spare parts and service. Designed and built in Coimbatore.',
    address: {
      street: '12/4 Foundry Road, Peelamedu',
      city: 'Coimbatore',
      postcode: '641 004',
      state: 'Tamil Nadu',
      country: 'India',
    },
    phones: [
      { label: 'Sales', number: '+91 422 000 1420' },
      { label: 'Service and spare parts', number: '+91 422 000 1421' },
    ],
    whatsapp: '914220001420',
    email: 'sales@kovaimachinetools.example',
    hours: [
      { days: 'Monday to Saturday', hours: '9:00 AM to 8:00 PM' },
      { days: 'Sunday', hours: '10:00 AM to 6:00 PM' },
    ],
    social: [
      { network: 'LinkedIn', url: 'https://www.linkedin.com/' },
      { network: 'Facebook', url: 'https://www.facebook.com/' },
      { network: 'YouTube', url: 'https://www.youtube.com/' },
      { network: 'Instagram', url: 'https://www.instagram.com/' },
    ],
  },
  hero: {
    kicker: 'Precision capstan lathes and CNC machines, Coimbatore',
    title: 'Machines that hold size, shift after shift',
    text: "We cast, scrape and assemble our own lathes and machining centres, prove every one on a customer's component, and keep it running with our own parts and engineers.",
    picture: null,
    callouts: [],
  },
  statistics: [
    { value: 20, source: 'typed', suffix: '+', label: 'Years Experience' },
    { value: 500, source: 'typed', suffix: '+', label: 'Machines Delivered' },
    { value: 300, source: 'typed', suffix: '+', label: 'Happy Clients' },
    { value: 15, source: 'typed', suffix: '', label: 'Product Models' },
  ],
  about: {
    title: 'A works that still scrapes by hand',
    lead: 'For over 25 years we have built machine tools in Peelamedu, a short walk from the foundries that pour our beds.',
    paragraphs: [
      'Castings rest for six months before the first cut. Guideways are hardened, ground and then scraped to their slides, pair by pair. Each spindle runs in for 72 hours, and its run-out is written on a sheet that travels with the machine.',
      'Most of what we make goes to shops that turn pump shafts, valve bodies, textile parts and auto components in two shifts. They come back for parts and for the next machine, and they speak with the people who built the last one.',
    ],
    picture: null,
    pictureNotes: [],
    assembly: { picture: null, parts: [] },
  },
  featured: {
    title: 'Most popular',
    text: 'The machines, parts and services our customers ask for first. Prices are ex works, before tax.',
  },
  services: {
    title: 'Services & support',
    text: 'Four kinds of work, done by the fitters and engineers who assemble our machines.',
    entries: [
      {
        title: 'Installation',
        text: 'Your floor plan checked before dispatch, the machine levelled and proved on your own component.',
        points: [
          'Foundation drawing with the order',
          'Levelling to 0.02 mm per metre',
          'First-piece report, signed by both',
        ],
        figure: '2 days',
        figureNote: 'on site, capstan lathe',
        picture: null,
      },
      {
        title: 'Maintenance & Support',
        text: 'Planned visits by the people who assembled the machine, and a telephone answered seven days a week.',
        points: [
          'Four visits a year',
          'Geometry checked against the original sheet',
          'Parts from our own store',
        ],
        figure: 'From ₹28,000',
        figureNote: 'per machine per year',
        picture: null,
      },
      {
        title: 'Operator Training',
        text: 'At our works or yours, in Tamil, English or Hindi, on the machine your people will run.',
        points: [
          'Setting, tooling and gauging',
          'Programming for CNC operators',
          'Notes left at the machine',
        ],
        figure: '3-10 days',
        figureNote: 'depends on machine and group size',
        picture: null,
      },
      {
        title: 'Custom Machining',
        text: 'Shafts, spindles and slides ground, scraped and turned on the machines that build our own.',
        points: [
          'Up to 1,500 mm between centres',
          'Inspection sheet with every piece',
          'One piece is welcome',
        ],
        figure: '48 hours',
        figureNote: 'to a written quote',
        picture: null,
      },
    ],
  },
  why: {
    title: 'Our inspection standards',
    text: 'Every machine leaves with its own measured values. These are the limits it has to meet first.',
    reasons: [
      {
        sign: 'runout',
        frame: ['0.005', 'A'],
        title: 'Spindle run-out',
        text: 'Measured cold, then again after four hours at top speed.',
      },
      {
        sign: 'position',
        frame: ['Ø 0.010', 'A B'],
        title: 'Turret repeatability',
        text: 'Six stations, thirty indexings each, with the tools you ordered.',
      },
      {
        sign: 'straight',
        frame: ['0.010'],
        title: 'Guideway straightness',
        text: 'Per metre of bed, hardened and ground in one setting.',
      },
      {
        sign: 'parallel',
        frame: ['0.012', 'A'],
        title: 'Slide to spindle',
        text: 'Over 300 mm of travel, scraped in by hand against a test bar.',
      },
    ],
  },
  testimonials: [
    {
      rating: 5,
      text: 'Three CL 25s on two shifts since 2014. The second spindle bearing was changed last year, by them, in a day and a half. I have no other story to tell.',
      author: 'R. Senthilkumar',
      position: 'Production head, pump shafts',
      initials: 'RS',
    },
    {
      rating: 5,
      text: 'They turned our own valve stem on the machine before we paid the balance. The first-piece report was better than our drawing.',
      author: 'Meera Raghavan',
      position: 'Managing partner, valve components',
      initials: 'MR',
    },
    {
      rating: 4,
      text: 'Delivery slipped by a week and they told us before we asked. The machine has not slipped since.',
      author: 'Harpreet Gill',
      position: 'Works manager, auto components',
      initials: 'HG',
    },
  ],
  contact: {
    title: 'Request a quote',
    text: 'Tell us the part, the material and the quantity. An engineer will reply.',
    replyTime: DEFAULT_REPLY_TIME,
  },
  catalogue: {
    categoriesTile: '3',
    sparesTile: '2.5K+',
    sparesTileSource: 'typed',
    help: 'Tell us the part you turn. We will recommend the right machine.',
  },
  chat: {
    greeting:
      'Good day. Ask me about prices, spare parts, maintenance, specifications, delivery, training or warranty.',
    machinePrices: { from: '15,00,000', to: '45,00,000', source: 'typed' },
    maintenancePrices: { from: '28,000', to: '85,000' },
    delivery: { lathes: '4-6 weeks', cnc: '6-8 weeks' },
    training: '3-10 days',
    machineWarranty: '24 months',
    machineWarrantyMost: '5 years',
    sparePartWarranty: '12 months',
  },
  prices: { detailsCurrency: 'USD', rupeesPerDollar: null, unstatedTerms: 'shown' },
  jobFinder: DEFAULT_JOB_QUESTIONS,
}
