import { expect, test } from 'vitest'
import { TranslatedWords } from './translated-words.ts'

const WORDS = new TranslatedWords([
  ['CL 25 Capstan Lathe', 'CL 25 கேப்ஸ்டன் லேத்'],
  ['Spring collet', 'ஸ்பிரிங் காலெட்'],
  ['Swing over bed', 'பெட் மேல் ஸ்விங்'],
  ['Oil seal', 'ஆயில் சீல்'],
  ['Spindle bearing', 'स्पिंडल बेयरिंग'],
])

test.each([
  ['A word of the same place in a translated name', 'கேப்ஸ்டன் லேத் 25 mm', 'capstan lathe 25 mm'],
  ['A word with an ending', 'லேத்துக்கு காலெட்', 'lathe collet'],
  ['A word with other vowel signs', 'காலட்', 'collet'],
  ['A word that sounds like an English one in another place', 'ஸ்விங்', 'swing'],
  ['A nasal that is written in another way', 'स्पिन्डल', 'spindle'],
  ['A name of several words', 'ஆயில் சீல் CL 25', 'Oil seal CL 25'],
  ['A number in the digits of the script', 'लेथ २५ मिमी', '25 mm'],
])('%s is found in English: %s', (_, search, english) => {
  expect(WORDS.toEnglish(search).english).toBe(english)
})

test('Words that are not known are left out and named; a search of which none is known stays as it is', () => {
  expect(WORDS.toEnglish('நல்ல லேத்')).toEqual({ english: 'lathe', unknown: ['நல்ல'] })
  expect(WORDS.toEnglish('நல்ல')).toEqual({ english: 'நல்ல', unknown: [] })
  expect(WORDS.toEnglish('run-out 5 µm')).toEqual({ english: 'run-out 5 µm', unknown: [] })
  expect(WORDS.toEnglish('Spring collet')).toEqual({ english: 'Spring collet', unknown: [] })
})
