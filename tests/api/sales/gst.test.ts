import { afterEach, describe, expect, test } from 'vitest'
import { toFinancialYear } from '#contracts/gst/financial-year.ts'
import { QuotationSettings } from '#contracts/quotation/settings.ts'
import { findRows, setRows } from '../../support/db-snapshot.ts'
import {
  callAction,
  changeQuotationSettings,
  createIssuedQuotation,
  createQuotation,
  LINE,
  postForm,
  QUOTATION,
  VALID_LUT,
} from '../../support/fixtures/quotations.ts'
import { saveContentField } from '../../support/fixtures/site-content.ts'
import { expectOk, expectProblem, type Json, jsonBody } from '../../support/http-client.ts'
import { startSite } from '../../support/site.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const GSTIN = { tamilNadu: '33AAPFU0939F1Z2', maharashtra: '27AAPFU0939F1ZV' }

const { site, staff: owner } = startSiteOnce('owner')
afterEach(() => changeQuotationSettings(owner, QuotationSettings.parse({})))

const calculate = (changes: Json): Promise<Json> =>
  expectOk(owner('/api/quotations/calculate', jsonBody('POST', { ...QUOTATION, ...changes })))
const listWarnings = ({ warnings }: Json): string[] => warnings.map(({ message }: Json) => message)
const EXPORT = { placeOfSupply: '96' }

describe('The state of the supplier', () => {
  test('It is that of the GSTIN: a changed address is reported in drafts and changes no tax', async () => {
    await changeQuotationSettings(owner, { gstin: GSTIN.tamilNadu })
    const editor = await site.signIn('editor')
    await saveContentField(editor, 'company.address.state', 'Karnataka')
    const draft = await createQuotation(owner)
    expect(draft.amounts).toMatchObject({ supply: 'intra-state', supplierState: '33' })
    expect(listWarnings(draft)).toContain(
      'The GSTIN of the company is one of Tamil Nadu, but the address in the texts of the site is in Karnataka. The tax follows the GSTIN.',
    )
    await saveContentField(editor, 'company.address.state', 'Bavaria')
    expect(await calculate({})).toMatchObject({ supply: 'intra-state', totals: { total: 2_374_750 } })
    await saveContentField(editor, 'company.address.state', 'Tamil Nadu')
    expect(listWarnings(await createQuotation(owner)).join()).not.toContain('The GSTIN of the company')
  })

  test('A GSTIN of another state than the address can be saved', async () => {
    await changeQuotationSettings(owner, { gstin: GSTIN.maharashtra })
    expect(await calculate({})).toMatchObject({ supply: 'inter-state', supplierState: '27' })
  })
})

describe('An export', () => {
  test('Without a letter of undertaking it has IGST, which calculation, page and document state', async () => {
    expect(await calculate(EXPORT)).toMatchObject({
      supply: 'export-with-tax',
      totals: { taxable: 2_012_500, igst: 362_250, total: 2_374_750 },
    })
    const issued = await createIssuedQuotation(owner, EXPORT)
    expect(issued.amounts.notes).toContain('Supply meant for export with payment of integrated tax.')
    const page = await (await site.fetch(new URL(issued.link).pathname)).text()
    expect(page).toContain('Total, export with IGST')
    expect(page).not.toContain('letter of undertaking')
    expect(listWarnings(await createQuotation(owner, EXPORT))).toContain(
      'The settings have no letter of undertaking (LUT). Exports and supplies to special economic zones are calculated with IGST.',
    )
  })

  test('A letter of undertaking without its financial year, or of another one, does not count', async () => {
    for (const [lutYear, reason] of [
      ['', 'do not say for which financial year'],
      ['2019-20', 'is for 2019-20, not for'],
    ]) {
      await changeQuotationSettings(owner, { lut: VALID_LUT.lut, lutYear })
      const draft = await createQuotation(owner, EXPORT)
      expect(draft.amounts.supply).toBe('export-with-tax')
      expect(listWarnings(draft).join()).toContain(reason)
    }
    const { settings, revision }: Json = await expectOk(owner('/api/quotations/settings'))
    for (const lutYear of ['2026', '2026-28', '1999-00']) {
      const body = { settings: { ...settings, lutYear }, revision }
      expect(await expectProblem(owner('/api/quotations/settings', jsonBody('PUT', body)), 400)).toBe(
        'Enter the financial year of the letter of undertaking, for example 2026-27.',
      )
    }
  })

  test('A valid letter of undertaking makes it free of tax until 31 March; in March staff are reminded', async () => {
    const other = await startSite()
    const end = Number(VALID_LUT.lutYear.slice(0, 4)) + 1
    const advanceTo = (day: string) =>
      other.advanceClock((Date.parse(`${day}T12:00:00+05:30`) - Date.now()) / 60_000)
    try {
      await changeQuotationSettings(await other.signIn(), VALID_LUT)
      advanceTo(`${end}-03-31`)
      const march = await createQuotation(await other.signIn(), EXPORT)
      expect(march.amounts).toMatchObject({ supply: 'export', totals: { igst: 0, total: 2_012_500 } })
      expect(listWarnings(march)).toContain(
        `The letter of undertaking is valid until 31 March ${end}. Furnish form RFD-11 for ${toFinancialYear(new Date(`${end}-05-01`))}, and enter the new one in the settings on 1 April.`,
      )
      other.advanceClock(24 * 60)
      const staff = await other.signIn()
      const april = await createQuotation(staff, EXPORT)
      expect(april.amounts).toMatchObject({ supply: 'export-with-tax', totals: { igst: 362_250 } })
      expect(listWarnings(april).join()).toContain(`is for ${VALID_LUT.lutYear}, not for`)
      // A draft of March is calculated again when it is issued.
      const issued: Json = await expectOk(callAction(staff, { id: march.id, action: 'issue' }))
      expect(issued.amounts.supply).toBe('export-with-tax')
    } finally {
      await other.close()
    }
  })

  test('A valid letter of undertaking is mentioned to staff in March only', async () => {
    await changeQuotationSettings(owner, VALID_LUT)
    const draft = await createQuotation(owner, EXPORT)
    const isMarch = new Date().getMonth() === 2
    expect(listWarnings(draft).some((text) => text.includes('letter of undertaking'))).toBe(isMarch)
  })
})

describe('A special economic zone', () => {
  test('A unit in the own state gets IGST, or no tax under a letter of undertaking', async () => {
    expect(await calculate({ sez: true })).toMatchObject({
      supply: 'sez-with-tax',
      totals: { cgst: 0, sgst: 0, igst: 362_250 },
    })
    await changeQuotationSettings(owner, VALID_LUT)
    const issued = await createIssuedQuotation(owner, { sez: true })
    expect(issued.amounts).toMatchObject({ supply: 'sez', totals: { igst: 0, total: 2_012_500 } })
    expect(issued.amounts.notes.join()).toContain(
      'SEZ developer for authorised operations under letter of undertaking',
    )
    const page = await (await site.fetch(new URL(issued.link).pathname)).text()
    expect(page).toContain('Total, supply to a special economic zone without GST')
    expect(page).not.toContain('GST 18 %')
  })

  test('Options that the buyer chooses later are taxed as at the issue', async () => {
    await changeQuotationSettings(owner, VALID_LUT)
    const lines = [LINE, { ...LINE, key: 'chuck', quantity: 1, optional: true }]
    const issued = await createIssuedQuotation(owner, { sez: true, lines, charges: {} })
    await changeQuotationSettings(owner, { lut: '', lutYear: '' })
    const page = await postForm(site, issued.link, 'options', { 'option:chuck': 'chuck' })
    expect(await page.text()).toContain('₹30,00,000.00')
  })
})

describe('What staff should check before a quotation is sent', () => {
  test('A GSTIN of another state than the place of supply is a warning', async () => {
    const buyer = { company: 'Valves', gstin: GSTIN.maharashtra }
    const draft = await createQuotation(owner, { buyer })
    expect(draft.warnings).toContainEqual({
      field: 'placeOfSupply',
      message:
        'The GSTIN of the buyer is one of Maharashtra, and the place of supply is 33 Tamil Nadu. That is right for example if the goods are installed there.',
    })
    const issued: Json = await expectOk(callAction(owner, { id: draft.id, action: 'issue' }))
    expect(issued).toMatchObject({ state: 'sent', warnings: [] })
    expect((await createQuotation(owner, { buyer, placeOfSupply: '27' })).warnings).toEqual([])
  })

  test('HSN codes with too few digits for the turnover are a warning', async () => {
    const lines = [LINE, { ...LINE, hsn: '84661010' }, { ...LINE, hsn: null }]
    const buyer = { gstin: GSTIN.tamilNadu }
    expect(listWarnings(await createQuotation(owner, { lines }))).toEqual([])
    expect(listWarnings(await createQuotation(owner, { lines, buyer }))).toEqual([
      'Line 3 needs an HSN or SAC code of at least 4 digits.',
    ])
    await changeQuotationSettings(owner, { hsnDigits: 6 })
    expect((await createQuotation(owner, { lines })).warnings).toEqual([
      { field: 'lines.0.hsn', message: 'Lines 1, 3 need an HSN or SAC code of at least 6 digits.' },
    ])
  })

  test('The rate of merchant exporters needs a buyer with GSTIN', async () => {
    const lines = [{ ...LINE, gstRate: 0.1 }]
    const draft = await createQuotation(owner, { lines, charges: {} })
    expect(draft.amounts.totals).toMatchObject({ cgst: 1000, sgst: 1000, total: 2_002_000 })
    expect(listWarnings(draft)[0]).toMatch(/^Line 1: 0\.1 % is only for buyers who are registered/)
  })
})

describe('Fields that quotations no longer have', () => {
  test('Reverse charge is refused with a sentence', async () => {
    const reply = owner('/api/quotations', jsonBody('POST', { ...QUOTATION, reverseCharge: true }))
    expect(await expectProblem(reply, 400)).toBe("A quotation has no field 'reverseCharge'.")
  })

  test('Quotations and issues that contain them can still be read, changed and accepted', async () => {
    const issued = await createIssuedQuotation(owner, { lines: [{ ...LINE, key: 'a' }] })
    const makeOld = async (table: 'quotation' | 'quotation_issue') => {
      const column = table === 'quotation' ? 'id' : 'quotation_id'
      const [row] = await findRows(site, table, { [column]: issued.id })
      const { sez: _sez, ...body } = JSON.parse(row.body_json)
      const old = {
        ...body,
        buyerRegistered: true,
        reverseCharge: true,
        lines: body.lines.map(({ listPrice: _price, ...line }: Json) => line),
      }
      await setRows(site, table, { [column]: issued.id }, { body_json: JSON.stringify(old) })
    }
    await makeOld('quotation')
    await makeOld('quotation_issue')
    const path = `/api/quotations/${issued.id}`
    const read: Json = await expectOk(owner(path))
    expect(read).toMatchObject({ sez: false, totalInCurrency: 2_374_750 })
    expect(read).not.toHaveProperty('reverseCharge')
    const issue: Json = await expectOk(owner(`${path}/issues/1`))
    expect(issue.body).not.toHaveProperty('buyerRegistered')
    expect((await owner(`${path}.pdf`)).status).toBe(200)
    expect((await site.fetch(new URL(issued.link).pathname)).status).toBe(200)
    const draft: Json = await expectOk(callAction(owner, { id: issued.id, action: 'revise' }))
    await expectOk(owner(path, jsonBody('PATCH', { revision: draft.revision, subject: 'Again' })))
    expect(await expectOk(callAction(owner, { id: issued.id, action: 'issue' }))).toMatchObject({
      issueCount: 2,
    })
  })
})
