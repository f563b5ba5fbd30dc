import { toBusinessDate } from '#contracts/business-date.ts'
import { formatAmount, formatLongDay, formatNumber, formatPercent } from '#contracts/format.ts'
import { GST_STATES } from '#contracts/gst/states.ts'
import { isTaxFree, listTaxNames } from '#contracts/gst/supply.ts'
import type { QuotationAmounts, QuotationBody } from '#contracts/quotation/quotation.ts'
import type { Acceptance } from '#contracts/quotation/record.ts'
import {
  getIssueLabel,
  QUOTATION_DOCUMENT_TITLES,
  type QuotationDocumentKind,
} from '#contracts/quotation/states.ts'
import { listTerms } from '#contracts/quotation/terms.ts'
import { listTotals } from '#contracts/quotation/totals.ts'
import { toDateParts } from '#server/kernel/pdf/document-dates.ts'
import { describeOption, groupLines, numberLines } from '../content/arrange-lines.ts'
import type { Seller } from '../content/seller.ts'
import { toWords } from './amount-in-words.ts'
import type { Appendix } from './appendix.ts'

/** Descriptions and specifications with more characters may continue on another page. */
const MAX_UNBROKEN_LENGTH = 500

/** What a document is made of. */
export interface DocumentSource {
  kind: QuotationDocumentKind
  /** Null before the first issue. */
  number: string | null
  issueNo: number
  /** The content was not sent yet. */
  isDraft: boolean
  /** The time of which the document states the day; of a draft, of its last change. */
  at: string
  /** The last day of validity; of a draft without one, the days after its issue. */
  validUntil: string | number
  body: QuotationBody
  amounts: QuotationAmounts
  seller: Seller
  enquiryReference: string | null
  /** Of the quotation whose order the document concerns. */
  acceptance: Acceptance | null
}

/** A label with its text. */
type Fact = [label: string, text: string]

/** Returns what the template shows, which are texts only, and the media ids of the pictures of the lines. */
export function createDocumentData(source: DocumentSource, { sheets, files }: Appendix) {
  const { kind, body, amounts, seller, isDraft } = source
  const pictures = body.showPictures ? [...new Set(body.lines.flatMap(({ picture }) => picture ?? []))] : []
  const { groups, options } = createRows(source, pictures)
  const data = {
    title: QUOTATION_DOCUMENT_TITLES[kind],
    number: source.number ?? '',
    /** 'R2'; '' for a draft that was never sent. */
    label: source.issueNo > 0 ? getIssueLabel(source.issueNo) : '',
    isDraft,
    date: toDateParts(toBusinessDate(new Date(source.at))),
    facts: listFacts(source),
    seller: describeSeller(seller),
    parties: listParties(body),
    subject: body.subject,
    introduction:
      kind === 'order-confirmation' ? 'Thank you for your order, which we confirm as follows.' : '',
    currency: body.currency === 'USD' ? 'US$' : '₹',
    hasDiscounts: body.lines.some(({ discountPercent }) => discountPercent > 0),
    hasGst: !isTaxFree(amounts.supply),
    groups,
    options,
    optionsNote:
      options.length > 0 && body.discountPercent > 0
        ? `The discount of ${formatPercent(body.discountPercent)} on all lines applies to these too and is not deducted here.`
        : '',
    // The buyer may choose among options only.
    totals:
      groups.length > 0 || amounts.charges.length > 0
        ? listTotals(amounts, body.discountPercent).map(({ amount, currency, ...row }) => ({
            ...row,
            amount: formatAmount(amount, currency),
          }))
        : [],
    inWords: toWords(amounts.totalInCurrency, body.currency),
    hsnSummary: createHsnSummary(amounts),
    notes: [
      ...listDocumentNotes(source),
      ...(sheets.length > 0 ? [`Appended: ${sheets.map(({ data }) => data.title).join(', ')}.`] : []),
    ],
    terms: listTerms(body.terms).map(([title, text]) => ({ title, paragraphs: toParagraphs(text) })),
    files,
    bank: listBank(seller),
    signatory: [seller.signatory.name, seller.signatory.position].filter(Boolean),
    hasAcceptance: kind === 'quotation',
    // Their pictures follow those of the lines, in the same order.
    sheets: sheets.map(({ data, pictures }) => ({ data, pictureCount: pictures.length })),
  }
  return { data, pictures }
}

const toParagraphs = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)

const keepStated = (facts: Fact[]): Fact[] => facts.filter(([, text]) => text !== '')

function listFacts(source: DocumentSource): Fact[] {
  const { kind, number, isDraft, validUntil, body, amounts, acceptance } = source
  const name = [number, source.issueNo > 0 && getIssueLabel(source.issueNo)].filter(Boolean).join(' ')
  const day = formatLongDay(toBusinessDate(new Date(source.at)))
  return keepStated([
    ['Quotation no.', name || 'assigned when it is sent'],
    [isDraft ? 'Draft of' : acceptance ? 'Date of order' : 'Date', day],
    ['Valid until', kind === 'quotation' ? describeValidity(validUntil) : ''],
    ['Purchase order', acceptance?.purchaseOrder ?? ''],
    ['Ordered by', [acceptance?.name, acceptance?.position].filter(Boolean).join(', ')],
    ['Our reference', source.enquiryReference ? `Enquiry ${source.enquiryReference}` : ''],
    ['Your reference', body.customerReference],
    ['Place of supply', `${body.placeOfSupply} ${GST_STATES[body.placeOfSupply]}`],
    [
      'Currency',
      amounts.exchangeRate === null ? '' : `US dollars, ${formatRate(amounts.exchangeRate)} per dollar`,
    ],
  ])
}

const describeValidity = (validUntil: string | number): string =>
  typeof validUntil === 'string' ? formatLongDay(validUntil) : `${validUntil} days after it is sent`

const formatRate = (rate: number): string => `₹${formatNumber(rate, { minimumFractionDigits: 2 })}`

function describeSeller({ name, tagline, address, phones, email, gstin, pan, cin }: Seller) {
  const { street, city, postcode, state, country } = address
  return {
    name,
    tagline,
    address: [street, [`${city} ${postcode}`.trim(), state, country].filter(Boolean).join(', ')].filter(
      Boolean,
    ),
    contacts: keepStated([...phones.map(({ label, number }): Fact => [label, number]), ['Email', email]]),
    taxNumbers: keepStated([
      ['GSTIN', gstin],
      ['PAN', pan],
      ['CIN', cin],
    ]),
  }
}

function listParties({ buyer }: QuotationBody) {
  if (!buyer) return []
  const { name, position, company, gstin, phone, email, billingAddress, deliveryAddress } = buyer
  const person = [name, position].filter(Boolean).join(', ')
  const contact = [company && person && `Attention: ${person}`, phone, email]
  return [
    {
      title: 'Buyer',
      name: company || person,
      lines: [...toParagraphs(billingAddress), gstin && `GSTIN ${gstin}`, ...contact].filter(
        (line) => line !== '',
      ),
    },
    {
      title: 'Delivery to',
      name: '',
      lines: toParagraphs(deliveryAddress || billingAddress),
    },
  ].filter((party) => party.name || party.lines.length > 0)
}

/** The lines below their headings in their order; apart, the options. All are numbered in this order. */
function createRows({ body, amounts }: DocumentSource, pictures: string[]) {
  const { currency } = body
  const numbers = numberLines(body.lines)
  const lines = body.lines.map((line, index) => ({ ...line, amounts: amounts.lines[index]! }))
  const toRow = (line: (typeof lines)[number]) => ({
    number: String(numbers.get(line.key ?? '')),
    // 'CL 25' above 'CL 25 Capstan Lathe' says nothing.
    code: line.description.startsWith(line.code) ? '' : line.code,
    description: toParagraphs(line.description),
    specifications: line.specifications,
    picture: line.picture && pictures.includes(line.picture) ? pictures.indexOf(line.picture) : null,
    note: describeOption(line, numbers),
    hsn: line.hsn ?? '',
    quantity: formatNumber(line.quantity),
    unit: line.unit ?? '',
    rate: formatAmount(line.unitPrice, currency),
    discount: line.discountPercent > 0 ? formatNumber(line.discountPercent) : '',
    gstRate: formatNumber(line.amounts.gstRate),
    amount: formatAmount(line.amounts.netInCurrency, currency),
    isLong: line.description.length + line.specifications.flat().join('').length > MAX_UNBROKEN_LENGTH,
  })
  const toGroups = (selected: typeof lines) =>
    groupLines(selected).map(({ title, lines }) => ({ title, rows: lines.map(toRow) }))
  return {
    groups: toGroups(lines.filter(({ optional }) => !optional)),
    options: toGroups(lines.filter(({ optional }) => optional)),
  }
}

function createHsnSummary({ hsnSummary, totals, supply, placeOfSupply, exchangeRate }: QuotationAmounts) {
  const taxes = listTaxNames(supply, placeOfSupply)
  const format = (amount: number) => formatAmount(amount, 'INR')
  return {
    title:
      exchangeRate === null
        ? 'HSN summary'
        : `HSN summary in rupees, at ${formatRate(exchangeRate)} per dollar`,
    head: ['HSN/SAC', 'GST %', 'Taxable value', ...taxes.map(([, label]) => label)],
    rows: hsnSummary.map((row) => [
      row.hsn || 'not stated',
      formatNumber(row.gstRate),
      format(row.taxable),
      ...taxes.map(([tax]) => format(row[tax])),
    ]),
    sums: ['Total', '', format(totals.taxable), ...taxes.map(([tax]) => format(totals[tax]))],
  }
}

function listDocumentNotes({ kind, amounts, seller }: DocumentSource): string[] {
  return [
    ...amounts.notes,
    ...(isTaxFree(amounts.supply) && seller.lut ? [`Letter of undertaking: ${seller.lut}.`] : []),
    ...(kind === 'proforma'
      ? ['A proforma invoice is not a tax invoice. You cannot claim input tax credit on it.']
      : []),
  ]
}

const listBank = ({ bank }: Seller): Fact[] =>
  keepStated([
    ['Account name', bank.accountName],
    ['Account number', bank.accountNumber],
    ['Bank', bank.bank],
    ['Branch', bank.branch],
    ['IFSC', bank.ifsc],
    ['SWIFT', bank.swift],
  ])
