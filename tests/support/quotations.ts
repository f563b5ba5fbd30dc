import { expect } from 'vitest'
import { toFinancialYear } from '#contracts/financial-year.ts'
import { expectOk, type Json, jsonBody, type SiteFetch } from './http-client.ts'

/** A line of a quotation: two lathes of ₹10,00,000 at 18 %. */
export const LINE = {
  description: 'Capstan lathe CL 25',
  hsn: '8458',
  quantity: 2,
  unit: 'each',
  unitPrice: 1_000_000,
  gstRate: 18,
}

/** A quotation within Tamil Nadu: ₹20,00,000 and ₹12,500 freight, with tax ₹23,74,750. */
export const QUOTATION = {
  placeOfSupply: '33',
  currency: 'INR',
  lines: [LINE],
  charges: { freight: 12_500 },
}

/** Settings with a letter of undertaking that is valid today, so that exports are without tax. */
export const VALID_LUT = { lut: 'AD330426001234X of 1 April 2026', lutYear: toFinancialYear(new Date()) }

/** Changes settings of quotations and returns all of them. `owner` may change settings. */
export async function changeQuotationSettings(owner: SiteFetch, changes: Json): Promise<Json> {
  const { settings, revision }: Json = await expectOk(owner('/api/quotations/settings'))
  const body = { settings: { ...settings, ...changes }, revision }
  return expectOk(owner('/api/quotations/settings', jsonBody('PUT', body)))
}

/** Creates a draft and returns it. */
export async function createQuotation(staff: SiteFetch, changes: Json = {}): Promise<Json> {
  const reply = await staff('/api/quotations', jsonBody('POST', { ...QUOTATION, ...changes }))
  const quotation = (await reply.json()) as Json
  expect(reply.status, quotation.message).toBeOneOf([200, 201])
  return quotation
}

/** Calls an action of a quotation, such as 'issue', and returns the reply. */
export const callAction = (
  staff: SiteFetch,
  { id, action, body = {} }: { id: string; action: string; body?: Json },
): Promise<Response> => staff(`/api/quotations/${id}/${action}`, jsonBody('POST', body))

/** Creates a quotation and issues it. Returns it with the link to the customer's page. */
export async function createIssuedQuotation(staff: SiteFetch, changes: Json = {}): Promise<Json> {
  const { id } = await createQuotation(staff, changes)
  return expectOk(callAction(staff, { id, action: 'issue' }))
}
