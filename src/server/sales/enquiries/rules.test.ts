import { expect, test } from 'vitest'
import type { Enquiry } from '#contracts/enquiry/enquiry.ts'
import { applyUpdate, getCustomerKeys, listPossibleOwners, toPreview } from './rules.ts'

test('Email addresses that differ in case and surrounding spaces have the same customer key', () => {
  expect(getCustomerKeys({ email: ' Meera@Valves.EXAMPLE ', phone: 'none' })).toEqual({
    emailKey: 'meera@valves.example',
    phoneKey: '',
  })
})

test.each([
  ['x'.repeat(300), 'x'.repeat(300)],
  ['x'.repeat(301), `${'x'.repeat(300)}…`],
  [`${'x'.repeat(299)}😀`, `${'x'.repeat(299)}…`],
  [`${'x'.repeat(298)}  y`, `${'x'.repeat(298)}…`],
])('A list shows at most the first 300 characters of a message', (message, shown) => {
  expect(toPreview({ message } as Enquiry).message).toBe(shown)
})

test('Only an account that may edit enquiries can become the owner of one; an earlier owner remains', () => {
  const priya = { id: 'p', name: 'Priya', permissions: ['enquiries.edit'] as const }
  const ravi = { id: 'r', name: 'Ravi', permissions: ['enquiries.read'] as const }
  const before = { status: 'new', ownerId: null, nextActionOn: null } as const
  expect(listPossibleOwners([priya, ravi])).toEqual([{ id: 'p', name: 'Priya' }])
  expect(() => applyUpdate(before, { ownerId: 'r' }, [priya, ravi])).toThrow('may not edit enquiries')
  expect(applyUpdate({ ...before, ownerId: 'r' }, { ownerId: 'r', status: 'won' }, [priya, ravi])).toEqual({
    state: { ...before, ownerId: 'r', status: 'won' },
    detail: 'New → Won',
  })
  expect(applyUpdate({ ...before, ownerId: 'r' }, { ownerId: 'p' }, [priya, ravi])?.detail).toBe(
    'in charge Ravi → Priya',
  )
})
