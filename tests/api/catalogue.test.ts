import { afterAll, beforeAll, expect, test } from 'vitest'
import { formBody, jpeg, MACHINE_FIELDS, startSite, type TestSite } from '../support/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

test('[API-4] a machine is created from a form with two pictures, which are served', async () => {
  const staff = await site.signIn('owner')
  const reply = await staff('/api/products', formBody('POST', MACHINE_FIELDS, [await jpeg(1), await jpeg(2)]))
  expect(reply.status).toBe(201)
  const machine = await reply.json()
  expect(machine.images).toHaveLength(2)
  const picture = await fetch(machine.images[0])
  expect(picture.status).toBe(200)
  expect(picture.headers.get('content-type')).toBe('image/webp')
})
