import { toBusinessDate } from '#contracts/business-date.ts'
import { GST_STATES } from '#contracts/gst-states.ts'
import type { QuotationAmounts, QuotationBody, QuotationLine } from '#contracts/quotation.ts'
import { CHARGE_LABELS } from '#contracts/quotation-limits.ts'
import type { Acceptance } from '#contracts/quotation-record.ts'
import {
  getIssueLabel,
  QUOTATION_DOCUMENT_TITLES,
  type QuotationDocumentKind,
} from '#contracts/quotation-states.ts'
import { listTerms } from '#contracts/quotation-terms.ts'
import { type DateParts, formatDate, toDateParts } from '#server/kernel/pdf/document-dates.ts'
import type { Seller } from '../seller.ts'
import { toWords } from './amount-in-words.ts'
import type { DataSheet } from './deps.ts'
import { listTotals } from './document-totals.ts'
import { formatAmount, formatPercent, formatQuantity } from './format-amounts.ts'

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

interface Row {
  /** '' for a charge. */
  number: string
  code: string
  description: string[]
  specifications: Fact[]
  /** The index of the picture; null without one. */
  picture: number | null
  /** What an option can replace; '' if it is an ordinary line or replaces none. */
  note: string
  hsn: string
  quantity: string
  unit: string
  rate: string
  discount: string
  gstRate: string
  taxable: string
  isLong: boolean
}

interface Group {
  /** '' for lines without a heading. */
  title: string
  rows: Row[]
}

/** What the template shows: texts only. */
export interface QuotationDocumentData {
  title: string
  number: string
  /** 'R2'; '' for a draft that was never sent. */
  label: string
  /** Printed across the pages of a draft. */
  isDraft: boolean
  date: DateParts
  facts: Fact[]
  seller: { name: string; tagline: string; address: string[]; contacts: Fact[]; taxNumbers: Fact[] }
  parties: { title: string; name: string; lines: string[] }[]
  subject: string
  /** A sentence above the lines; '' if there is none. */
  introduction: string
  currency: string
  hasDiscounts: boolean
  hasGst: boolean
  groups: Group[]
  options: Row[]
  totals: { label: string; amount: string; isTotal: boolean }[]
  inWords: string
  hsnSummary: { title: string; head: string[]; rows: string[][]; sums: string[] }
  notes: string[]
  terms: { title: string; paragraphs: string[] }[]
  bank: Fact[]
  signatory: string[]
  /** Whether the buyer can sign the document. */
  hasAcceptance: boolean
  /** The appendices. Their pictures follow those of the lines, in the same order. */
  sheets: { data: DataSheet['data']; pictureCount: number }[]
}

/** Returns the contents of a document, and the media ids of the pictures of its lines. */
export function createDocumentData(
  source: DocumentSource,
  sheets: DataSheet[],
): {
  data: QuotationDocumentData
  pictures: string[]
} {
  const { kind, body, amounts, seller, isDraft } = source
  const pictures = body.showPictures ? [...new Set(body.lines.flatMap(({ picture }) => picture ?? []))] : []
  const { groups, options } = createRows(source, pictures)
  const isExport = amounts.supply === 'export'
  const data: QuotationDocumentData = {
    title: QUOTATION_DOCUMENT_TITLES[kind],
    number: source.number ?? '',
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
    hasGst: !isExport,
    groups,
    options,
    totals: listTotals(amounts),
    inWords: toWords(amounts.totalInCurrency, body.currency),
    hsnSummary: createHsnSummary(amounts),
    notes: [
      ...listDocumentNotes(source),
      ...(sheets.length > 0 ? [`Appended: ${sheets.map(({ data }) => data.title).join(', ')}.`] : []),
    ],
    terms: listTerms(body.terms).map(([title, text]) => ({ title, paragraphs: toParagraphs(text) })),
    bank: listBank(seller),
    signatory: [seller.signatory.name, seller.signatory.position].filter(Boolean),
    hasAcceptance: kind === 'quotation',
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
const formatDay = (date: string): string => formatDate(toDateParts(date))

function listFacts(source: DocumentSource): Fact[] {
  const { kind, number, isDraft, validUntil, body, amounts, acceptance } = source
  const name = [number, source.issueNo > 0 && getIssueLabel(source.issueNo)].filter(Boolean).join(' ')
  const day = formatDay(toBusinessDate(new Date(source.at)))
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
  typeof validUntil === 'string' ? formatDay(validUntil) : `${validUntil} days after it is sent`

const formatRate = (rate: number): string =>
  `₹${rate.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`

function describeSeller({ name, tagline, address, phones, email, gstin, pan, cin }: Seller) {
  const { street, city, postcode, state, country } = address
  return {
    name,
    tagline,
    address: [street, [`${city} ${postcode}`.trim(), state, country].filter(Boolean).join(', ')].filter(
      Boolean,
    ),
    contacts: keepStated([...phones.map(({ label, number }): Fact => [label, number]), ['E-mail', email]]),
    taxNumbers: keepStated([
      ['GSTIN', gstin],
      ['PAN', pan],
      ['CIN', cin],
    ]),
  }
}

function listParties({ buyer, buyerRegistered, placeOfSupply }: QuotationBody) {
  if (!buyer) return []
  const { name, position, company, gstin, phone, email, billingAddress, deliveryAddress } = buyer
  const person = [name, position].filter(Boolean).join(', ')
  const isForeign = GST_STATES[placeOfSupply] === GST_STATES['96']
  const taxNumber = gstin ? `GSTIN ${gstin}` : buyerRegistered || isForeign ? '' : 'Not registered for GST'
  const contact = [company && person && `Attention: ${person}`, phone, email]
  return [
    {
      title: 'Buyer',
      name: company || person,
      lines: [...toParagraphs(billingAddress), taxNumber, ...contact].filter((line) => line !== ''),
    },
    {
      title: 'Delivery to',
      name: '',
      lines:
        deliveryAddress || !billingAddress ? toParagraphs(deliveryAddress) : ['The address of the buyer'],
    },
  ].filter((party) => party.name || party.lines.length > 0)
}

/** The lines below their headings, those without one first, then charges; apart, the options. All are numbered in this order. */
function createRows(source: DocumentSource, pictures: string[]): { groups: Group[]; options: Row[] } {
  const { body, amounts } = source
  const { currency } = body
  const lines = body.lines.map((line, index) => ({ line, amounts: amounts.lines[index]! }))
  const titles = [...new Set(['', ...lines.map(({ line }) => line.group)])]
  const ordinary = titles.flatMap((title) =>
    lines.filter(({ line }) => !line.optional && line.group === title),
  )
  const options = lines.filter(({ line }) => line.optional)
  const numbers = new Map(
    [...ordinary, ...options].map(({ line }, index): [QuotationLine, number] => [line, index + 1]),
  )
  const describeOption = ({ optional, alternativeTo, group }: QuotationLine): string => {
    const replaced = alternativeTo && ordinary.find(({ line }) => line.key === alternativeTo)
    if (replaced) return `Alternative to no. ${numbers.get(replaced.line)}`
    return optional ? group : ''
  }
  const toRow = ({ line, amounts: { gstRate, taxableInCurrency } }: (typeof lines)[number]): Row => ({
    number: String(numbers.get(line)),
    code: line.code,
    description: toParagraphs(line.description),
    specifications: line.specifications,
    picture: line.picture && pictures.includes(line.picture) ? pictures.indexOf(line.picture) : null,
    note: describeOption(line),
    hsn: line.hsn ?? '',
    quantity: formatQuantity(line.quantity),
    unit: line.unit ?? '',
    rate: formatAmount(line.unitPrice, currency),
    discount: line.discountPercent > 0 ? formatPercent(line.discountPercent) : '',
    gstRate: formatPercent(gstRate),
    taxable: formatAmount(taxableInCurrency, currency),
    isLong: line.description.length + line.specifications.flat().join('').length > MAX_UNBROKEN_LENGTH,
  })
  const groups = titles.map((title) => ({
    title,
    rows: ordinary.filter(({ line }) => line.group === title).map(toRow),
  }))
  const charges = amounts.charges.map(
    (charge): Row => ({
      ...EMPTY_ROW,
      description: [CHARGE_LABELS[charge.name]],
      hsn: charge.hsn,
      gstRate: formatPercent(charge.gstRate),
      taxable: formatAmount(charge.taxableInCurrency, currency),
    }),
  )
  return {
    groups: [...groups, { title: 'Charges', rows: charges }].filter(({ rows }) => rows.length > 0),
    options: options.map(toRow),
  }
}

const EMPTY_ROW: Row = {
  number: '',
  code: '',
  description: [],
  specifications: [],
  picture: null,
  note: '',
  hsn: '',
  quantity: '',
  unit: '',
  rate: '',
  discount: '',
  gstRate: '',
  taxable: '',
  isLong: false,
}

function createHsnSummary({ hsnSummary, totals, supply, exchangeRate }: QuotationAmounts) {
  const taxes = supply === 'intra-state' ? (['cgst', 'sgst'] as const) : (['igst'] as const)
  const format = (amount: number) => formatAmount(amount, 'INR')
  return {
    title:
      exchangeRate === null
        ? 'HSN summary'
        : `HSN summary in rupees, at ${formatRate(exchangeRate)} per dollar`,
    head: ['HSN/SAC', 'GST %', 'Taxable value', ...taxes.map((tax) => tax.toUpperCase())],
    rows: hsnSummary.map((row) => [
      row.hsn || 'not stated',
      formatPercent(row.gstRate),
      format(row.taxable),
      ...taxes.map((tax) => format(row[tax])),
    ]),
    sums: ['Total', '', format(totals.taxable), ...taxes.map((tax) => format(totals[tax]))],
  }
}

function listDocumentNotes({ kind, body, amounts, seller }: DocumentSource): string[] {
  return [
    ...amounts.notes,
    ...(amounts.supply === 'export' && seller.lut ? [`Letter of undertaking: ${seller.lut}.`] : []),
    ...(body.discountPercent > 0
      ? [`The taxable values include the discount of ${formatPercent(body.discountPercent)} % on all lines.`]
      : []),
    ...(kind === 'proforma'
      ? ['A proforma invoice is no tax invoice: no input tax credit can be claimed on it.']
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
