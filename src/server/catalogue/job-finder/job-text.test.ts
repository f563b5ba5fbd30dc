import { expect, test } from 'vitest'
import { readJobText } from './job-text.ts'

test.each([
  ['can you turn 400 mm dia flange', { bar: 'no', diameter: '400 mm', operations: ['turning'] }],
  ['housing 200x150x80', { length: '200', width: '150', height: '80' }],
  ['shaft 50 x 300 mm', { diameter: '50 mm', length: '300 mm' }],
  [
    'lathe for bushes from 32 mm rod, 50 mm length, 500 pieces per day',
    { bar: 'yes', diameter: '32 mm', length: '50 mm', quantity: '500' },
  ],
  ['lathe for shaft dia 42 length 60', { diameter: '42', length: '60' }],
  ['shaft dia 30 200 mm long 5 nos', { diameter: '30', length: '200 mm' }],
  ['pins from 20 mm square bar', { bar: 'yes', diameter: 'square 20 mm' }],
  ['fittings from hex rod 30 mm', { bar: 'yes', diameter: 'hex 30 mm' }],
  ['fittings from 30 mm hexagonal bar', { bar: 'yes', diameter: 'hex 30 mm' }],
  ['bush length 40 dia 30', { diameter: '30', length: '40' }],
  ['ø25 pin 40 long', { diameter: '25', length: '40' }],
  ['lathe 42 mm bar, part 60 mm long', { bar: 'yes', diameter: '42 mm', length: '60 mm' }],
  ['2" bar x 6" long', { bar: 'yes', diameter: '2 in', length: '6 in' }],
  ['auto lathe for brass nozzles 12 mm', { bar: 'yes', diameter: '12 mm', material: 'brass' }],
  [
    'hose fittings from 27 mm hex rod 2,000 pieces daily',
    { bar: 'yes', diameter: 'hex 27 mm', quantity: '2000' },
  ],
  ['bush 40 dia, tolerance 0.02 mm', { diameter: '40', tolerance: '0.02 mm' }],
  [
    'aluminium bracket 80 x 60 milling',
    { length: '80', width: '60', material: 'aluminium', operations: ['milling'] },
  ],
])('The search %j describes the job %j', (search, job) => {
  expect(readJobText(search)).toEqual(job)
})

test.each([
  ...['lathe for 42 mm bar', 'swing over bed 320', 'turning length 300 to 500 mm', 'bar over 50 mm'],
  ...['vmc 600 x 450 y', 'table 700 x 400', 'three jaw chuck 250 mm', 'ball screw x axis 40 x 12 mm'],
  ...['shaft 60 mm dia 1200 mm long, ground', 'CL 25', ''],
])('The search %j is no job', (search) => {
  expect(readJobText(search)).toBeUndefined()
})
