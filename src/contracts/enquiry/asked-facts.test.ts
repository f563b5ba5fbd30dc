import { expect, test } from 'vitest'
import { parseItem } from '../item/parse-item.ts'
import { findAskedFacts } from './asked-facts.ts'

const LATHE = parseItem('machine', {
  name: 'CL 20 Capstan Lathe',
  price: 1_540_000,
  hsn: '845819',
  gstRate: 18,
  availability: 'made-to-order',
  leadTimeDays: 28,
  warrantyMonths: 24,
  description: 'For small parts from bar. Takes 5 bar of air, 60 litres a minute.',
  features: ['Fits through a 2.2 m workshop door', 'Coolant tank of 30 litres'],
  specifications: {
    'Bar capacity': '20 mm',
    'Spindle speeds': '12 speeds, 125-3,500 rpm',
    'Spindle nose': 'A2-4',
    'Overall size': '2,650 × 1,600 mm',
    'Net weight': '950 kg',
    'Table load': '500 kg',
  },
})
const SERVICE = parseItem('service', {
  name: 'Installation and Commissioning',
  specifications: { Price: 'From ₹18,000 outside Tamil Nadu' },
})

test.each([
  ['weight of CL 20, I need to arrange a crane', ['Net weight: 950 kg']],
  ['what is the max rpm of CL 20', ['Spindle speeds: 12 speeds, 125-3,500 rpm']],
  ['spindle nose CL 20', ['Spindle nose: A2-4']],
  ['floor space needed for CL 20', ['Overall size: 2,650 × 1,600 mm']],
  ['bar capacity of CL 20', ['Bar capacity: 20 mm']],
  ['coolant tank capacity of CL 20', ['Coolant tank of 30 litres']],
  ['air requirement for CL 20', ['Takes 5 bar of air, 60 litres a minute']],
  ['will CL 20 pass a 2.2 m door', ['Fits through a 2.2 m workshop door']],
  ['price and hsn code of CL 20', ['₹15,40,000 before GST', 'HSN code 845819']],
  ['gst on CL 20', ['GST 18 %']],
  ['CL 20 delivery', ['Made to Order, Lead time 28 days']],
  ['is CL 20 under warranty', ['2 Year Warranty']],
  ['CL 20', []],
  ['what is the max weight of job on CL 20', ['Table load: 500 kg']],
  ['feed rate of CL 20', []],
  ['freight cost for CL 20', []],
  ['spindle of CL 20 is making noise', []],
  ['colour of CL 20', []],
])("Of the question '%s' an item states %j", (question, expected) => {
  expect(findAskedFacts(question, LATHE)).toEqual(expected)
})

test('The price of an item without a number is the one of its table', () => {
  expect(findAskedFacts('is installation free', SERVICE)).toEqual(['Price: From ₹18,000 outside Tamil Nadu'])
})
