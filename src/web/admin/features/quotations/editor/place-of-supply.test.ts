import { expect, test } from 'vitest'
import { findStateInAddress, proposePlaceOfSupply } from './place-of-supply.ts'

const BUYER = { gstin: '', billingAddress: '', deliveryAddress: '' }

test.each([
  ['12 Race Course Road\nCoimbatore 641018, Tamil Nadu', '33'],
  ['Plot 4, Tamilnadu Street, Pune 411001', '27'],
  ['Srinagar, Jammu & Kashmir', '01'],
  ['Whitefield, Bengaluru', '29'],
  ['Daman, Dadra and Nagar Haveli and Daman & Diu', '26'],
  ['Sharjah, United Arab Emirates', undefined],
  ['', undefined],
])('The address %j is in the state %s', (address, state) => {
  expect(findStateInAddress(address)).toBe(state)
})

test('The place of supply is that of the delivery or installation, then that of the GSTIN, then that of the address', () => {
  const buyer = {
    gstin: '33AAACH7409R1Z8',
    billingAddress: 'Kochi, Kerala',
    deliveryAddress: 'Peenya, Bengaluru, Karnataka',
  }
  expect(proposePlaceOfSupply({ buyer, isInstalled: true })).toEqual({
    state: '29',
    reason: 'the place of installation',
  })
  expect(proposePlaceOfSupply({ buyer, isInstalled: false })?.reason).toBe('the delivery address')
  expect(proposePlaceOfSupply({ buyer: { ...buyer, deliveryAddress: '' }, isInstalled: true })?.state).toBe(
    '33',
  )
  expect(
    proposePlaceOfSupply({ buyer: { ...BUYER, billingAddress: 'Kochi, Kerala' }, isInstalled: false })?.state,
  ).toBe('32')
  expect(proposePlaceOfSupply({ buyer: BUYER, isInstalled: false })).toBeUndefined()
})
