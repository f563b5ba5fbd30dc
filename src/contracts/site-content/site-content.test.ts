import { expect, test } from 'vitest'
import { SiteContent } from './site-content.ts'

const PICTURE = { url: '0'.repeat(32), alt: 'A lathe' }

/**
 * Site content as sites have stored it, with one entry in each list. It is frozen: where a change of the schema makes these
 * tests fail, saved sites fail too, and the new field needs a `.default()`.
 */
const STORED_CONTENT = {
  company: {
    name: 'Works',
    tagline: '',
    summary: '',
    address: { street: '', city: '', postcode: '', state: '', country: '' },
    phones: [{ label: 'Sales', number: '+91 422 000 1420' }],
    whatsapp: '',
    email: 'sales@works.example',
    hours: [{ days: 'Monday', hours: '9:00 AM to 8:00 PM' }],
    social: [{ network: 'LinkedIn', url: 'https://www.linkedin.com/' }],
  },
  hero: { kicker: '', title: 'Lathes', text: '', picture: PICTURE },
  statistics: [{ value: 20, suffix: '+', label: 'Years' }],
  about: { title: 'About', lead: '', paragraphs: ['Text.'], picture: null },
  featured: { title: 'Featured', text: '' },
  services: {
    title: 'Services',
    text: '',
    entries: [
      { title: 'Installation', text: '', points: ['Levelling'], figure: '', figureNote: '', picture: null },
    ],
  },
  why: {
    title: 'Why',
    text: '',
    reasons: [{ sign: 'runout', frame: ['0.005'], title: 'Run-out', text: '' }],
  },
  testimonials: [{ rating: 5, text: 'Good.', author: 'Meera', position: '', initials: 'M' }],
  contact: { title: 'Contact', text: '' },
  catalogue: { categoriesTile: '3', sparesTile: '2.5K+', help: '' },
  chat: {
    greeting: '',
    machinePrices: { from: '', to: '' },
    maintenancePrices: { from: '', to: '' },
    delivery: { lathes: '', cnc: '' },
    training: '',
    machineWarranty: '',
    machineWarrantyMost: '',
    sparePartWarranty: '',
  },
  prices: { detailsCurrency: 'USD', rupeesPerDollar: null },
}

/** Fields that sections received later. */
const LATER_HERO_FIELDS = {
  callouts: [{ x: 5, y: 5, name: 'CL 25', figure: '', path: '/products', leader: 3 }],
}
const LATER_ABOUT_FIELDS = {
  pictureNotes: [{ label: 'Bed', text: '' }],
  assembly: { picture: null, parts: [{ x: 5, y: 5, title: 'Turret', text: '' }] },
}

test('Site content that was stored before sections received further fields is read with their defaults', () => {
  const { hero, about, ...rest } = SiteContent.parse(STORED_CONTENT)
  const { hero: storedHero, about: storedAbout, ...storedRest } = STORED_CONTENT
  expect(rest).toMatchObject(storedRest)
  expect(hero).toMatchObject({ ...storedHero, callouts: [] })
  expect(about).toMatchObject({ ...storedAbout, pictureNotes: [], assembly: { picture: null, parts: [] } })
})

test('Site content that was stored with entries in every list is read unchanged', () => {
  const { hero, about } = STORED_CONTENT
  const stored = {
    ...STORED_CONTENT,
    hero: { ...hero, ...LATER_HERO_FIELDS },
    about: { ...about, ...LATER_ABOUT_FIELDS },
  }
  expect(SiteContent.parse(stored)).toMatchObject(stored)
})
