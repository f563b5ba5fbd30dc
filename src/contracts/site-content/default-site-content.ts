import { DEFAULT_JOB_QUESTIONS } from '../catalogue/job-finder-questions.ts'
import { DEFAULT_TRADE_WORDS } from '../catalogue/trade-words.ts'
import type { SiteContent } from './sections.ts'

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
    text: "We cast, scrape and assemble our own machines. We prove each one on a customer's component and keep it running with our spare parts and engineers.",
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
      'Most of what we make goes to shops that turn pump shafts, valve bodies, textile parts and auto components in two shifts. They come back for spare parts and for the next machine, and they speak with the people who built the last one.',
    ],
    picture: null,
    pictureNotes: [],
    assembly: { picture: null, parts: [] },
  },
  featured: {
    title: 'Most popular',
    text: 'The machines, spare parts and services our customers ask for first. Prices are ex works, before tax.',
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
          'Spare parts from our own store',
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
        figureNote: 'to a written quotation',
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
    title: 'Send an enquiry',
    text: 'Tell us the part, the material and the quantity. An engineer will reply.',
    replyTime: 'within one working day',
  },
  languages: { ta: 'off', hi: 'off' },
  privacy: { retention: 'never' },
  visitors: { weeklyEmail: 'on' },
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
  search: { tradeWords: DEFAULT_TRADE_WORDS },
}
