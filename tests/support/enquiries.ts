import { expect } from 'vitest'
import { jsonBody } from './http-client.ts'
import type { TestSite } from './site.ts'

/** The required fields of the contact form. */
export const ENQUIRY_FIELDS = {
  firstName: 'Meera',
  lastName: 'Raghavan',
  email: 'meera@valves.example',
  phone: '+91 98400 12345',
  message: 'Our CL 25 needs a new spindle bearing.',
}

/** Sends an enquiry with the required fields and these as the contact form does. */
export const sendEnquiry = (site: Pick<TestSite, 'fetch'>, fields: object): Promise<Response> =>
  site.fetch('/api/enquiries', jsonBody('POST', { ...ENQUIRY_FIELDS, ...fields }))

/** Does the same and returns the stored enquiry's id and reference. */
export async function expectEnquiry(
  site: Pick<TestSite, 'fetch'>,
  fields: object,
): Promise<{ id: string; reference: string }> {
  const reply = await sendEnquiry(site, fields)
  const body = await reply.json()
  expect(reply.status, body.message).toBe(201)
  return body
}
