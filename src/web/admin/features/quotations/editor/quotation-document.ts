import { GST_STATES, type GstState } from '#contracts/gst/states.ts'
import { CHARGE_LABELS, type ChargeName } from '#contracts/quotation/limits.ts'
import { listMissing } from '#contracts/quotation/missing.ts'
import type { QuotationAmounts } from '#contracts/quotation/quotation.ts'
import type { Quotation } from '#contracts/quotation/record.ts'
import { TERM_LABELS } from '#contracts/quotation/terms.ts'
import { AutosavedDocument } from '#web/admin/editing/autosaved-document.ts'
import { createWorkDrafts } from '#web/admin/editing/draft-stores.ts'
import { toFirstMessages } from '#web/admin/editing/edited-document.ts'
import { type FieldRules, getField } from '#web/admin/editing/merge.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { createStore, type Store } from '#web/lib/store.ts'
import { calculateAmounts, changeQuotation, createQuotation, fetchQuotation } from '../requests.ts'
import { type Draft, type DraftLine, isBlank, isSame, toBody, toDraft, toDraftField } from './draft.ts'
import { proposePlaceOfSupply } from './place-of-supply.ts'

const CALCULATE_DELAY_MS = 350
/** Fields whose present text can stay unsaved while the others are saved. */
const RESETTABLE =
  /^(?:subject|customerReference|exchangeRate|discountPercent|validUntil|buyer\.(?:gstin|email|phone|name|position|company)|charges\.\w+(?:\.\w+)?|lines\.[^.]+\.(?:code|description|hsn|quantity|unit|unitPrice|discountPercent|gstRate|group))$/

const LINE_LABELS: Record<Exclude<keyof DraftLine, 'key'>, string> = {
  item: 'item',
  code: 'code',
  description: 'description',
  hsn: 'HSN',
  quantity: 'quantity',
  unit: 'unit',
  unitPrice: 'rate',
  discountPercent: 'discount',
  gstRate: 'GST rate',
  optional: 'optional',
  alternativeTo: 'alternative',
  group: 'heading',
  specifications: 'specifications',
  picture: 'picture',
}

const FIELD_LABELS: Record<Exclude<keyof Draft, 'lines' | 'charges' | 'buyer' | 'terms'>, string> &
  Record<`buyer.${keyof Draft['buyer']}`, string> = {
  enquiry: 'Enquiry',
  customer: 'Customer',
  ownerId: 'In charge',
  subject: 'Subject',
  customerReference: "Buyer's reference",
  placeOfSupply: 'Place of supply',
  currency: 'Currency',
  exchangeRate: 'Exchange rate',
  discountPercent: 'Discount on the total',
  sez: 'Special economic zone',
  validUntil: 'Valid until',
  showPictures: 'Show pictures',
  attachDataSheets: 'Attach data sheets',
  'buyer.name': 'Contact person',
  'buyer.position': 'Position',
  'buyer.company': 'Company',
  'buyer.gstin': 'GSTIN',
  'buyer.email': 'Email',
  'buyer.phone': 'Phone',
  'buyer.billingAddress': 'Billing address',
  'buyer.deliveryAddress': 'Delivery address',
}

export const QUOTATION_RULES: FieldRules<Draft> = {
  isField: (path) => path.startsWith('charges.'),
  isBlank: (line) => isBlank(line as DraftLine),
  // A field that one version lacks is empty in it.
  isSame: (_path, one, other) => isSame(one ?? '', other ?? ''),
  getLabel(path, draft) {
    const [part, name = '', field] = path.split('.')
    if (part === 'lines') {
      const { code, description } = getField(draft, `lines.${name}`) as DraftLine
      const line = description.split('\n')[0] || code || 'Line'
      return field === undefined ? line : `${line}: ${LINE_LABELS[field as keyof typeof LINE_LABELS]}`
    }
    if (part === 'terms') return name in TERM_LABELS ? TERM_LABELS[name as keyof typeof TERM_LABELS] : name
    if (part === 'charges') return CHARGE_LABELS[name as ChargeName]
    return FIELD_LABELS[path as keyof typeof FIELD_LABELS]
  },
  toText(path, value) {
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    if (path === 'placeOfSupply' && value) return GST_STATES[value as GstState]
    if (Array.isArray(value)) return value.map((pair) => (pair as string[]).join(': ')).join(', ')
    if (typeof value === 'object' && value !== null) return Object.values(value).filter(Boolean).join(', ')
    return String(value ?? '')
  },
}

export interface Calculated {
  amounts: QuotationAmounts
  /** The keys of the lines, in their order. */
  keys: string[]
  /** That on all lines. */
  discountPercent: number
}

interface CalculationState {
  calculated: Calculated | undefined
  isCalculating: boolean
  /** Whether `calculated` is that before changes that cannot be calculated yet. */
  isOutdated: boolean
}

interface QuotationDocumentOptions {
  stored: Quotation | undefined
  initial: Draft
  /** Identifies the copy of a new quotation on this device. */
  copyId: string
  onCreated: (quotation: Quotation) => void
  onSaved: () => void
}

/** A quotation in its editor: the draft, which is saved by itself, and its amounts, which the server calculates. */
export class QuotationDocument extends AutosavedDocument<Draft, Quotation> {
  readonly calculation: Store<CalculationState>
  private lastCalculation = 0

  constructor({ stored, initial, copyId, onCreated, onSaved }: QuotationDocumentOptions) {
    super({
      stored,
      initial,
      toValue: toDraft,
      rules: QUOTATION_RULES,
      isSame: (one, other) => isSame(toBody(one), toBody(other)),
      check: getMissing,
      store(draft, { stored: quotation, revision, requestKey }) {
        const { body } = toBody(draft)
        return quotation
          ? changeQuotation(quotation.id, { ...body, revision })
          : createQuotation({ ...body, requestKey })
      },
      load: ({ id }) => fetchQuotation(id),
      toErrors: (errors, draft) => toErrorMap(errors, toBody(draft).keys),
      drafts: (quotation) => createWorkDrafts(`quotation:${quotation?.id ?? copyId}`),
      onSaved(quotation, isNew) {
        if (isNew) onCreated(quotation)
        onSaved()
      },
      waits: ({ lines }) => lines.every(isBlank),
      getLock: (quotation) =>
        isEditable(quotation) ? undefined : `the quotation is ${quotation.state} now.`,
      mergedProblems: ['changed-meanwhile', 'wrong-state'],
      canReset: (path) => RESETTABLE.test(path),
      // Whoever creates a quotation without an owner becomes the owner.
      complete: (draft, base) => ({ ...draft, ownerId: draft.ownerId || base.ownerId }),
    })
    this.calculation = createStore<CalculationState>({
      calculated: stored && toCalculated(stored),
      isCalculating: false,
      isOutdated: false,
    })
  }

  protected override start(): () => void {
    if (!this.state.stored?.amounts) this.schedule('calculate', 0, this.calculate)
    return super.start()
  }

  protected override afterChange(): void {
    super.afterChange()
    this.schedule('calculate', CALCULATE_DELAY_MS, this.calculate)
  }

  protected override afterStored(quotation: Quotation, isCurrent: boolean): void {
    if (isCurrent && quotation.amounts)
      this.setCalculation({ calculated: toCalculated(quotation), isOutdated: false })
    else this.schedule('calculate', 0, this.calculate)
  }

  private setCalculation(changes: Partial<CalculationState>): void {
    this.calculation.set({ ...this.calculation.get(), ...changes })
  }

  private calculate = async (): Promise<void> => {
    const number = ++this.lastCalculation
    const { value: draft } = this.state
    const proposal = draft.placeOfSupply ? undefined : getProposal(draft)
    const { body, keys } = toBody(proposal ? { ...draft, placeOfSupply: proposal.state } : draft)
    if (listMissing(body).length > 0) {
      const { calculated } = this.calculation.get()
      this.calculation.set({
        calculated: keys.length === 0 ? undefined : calculated,
        isCalculating: false,
        isOutdated: keys.length > 0 && calculated !== undefined,
      })
      return
    }
    const { enquiry: _enquiry, customer: _customer, ownerId: _ownerId, ...content } = body
    this.setCalculation({ isCalculating: true })
    try {
      const amounts = await calculateAmounts(content)
      if (number !== this.lastCalculation) return
      const calculated = { amounts, keys, discountPercent: Number(body.discountPercent) }
      this.calculation.set({ calculated, isCalculating: false, isOutdated: false })
      this.setErrors({})
    } catch (error) {
      if (number !== this.lastCalculation) return
      const isRefused = error instanceof ApiError && error.status === 400
      this.setCalculation({ isCalculating: false, ...(isRefused && { isOutdated: true }) })
      if (isRefused) this.setErrors(toErrorMap(error.errors, keys))
    }
  }
}

/** The place of supply that the buyer's details suggest. */
export const getProposal = ({ buyer, charges }: Draft) =>
  proposePlaceOfSupply({ buyer, isInstalled: charges.installation.amount !== '' })

/** Whether the content can be changed in this state. */
export const isEditable = ({ state }: Pick<Quotation, 'state'>): boolean =>
  state === 'draft' || state === 'awaiting-approval'

/** The amounts of a stored quotation, of an accepted one those of the order; undefined while it is not complete. */
export function toCalculated({ amounts, lines, order, discountPercent }: Quotation): Calculated | undefined {
  if (order) return { amounts: order.amounts, keys: order.lines, discountPercent }
  return amounts ? { amounts, keys: lines.map(({ key = '' }) => key), discountPercent } : undefined
}

const toErrorMap = (errors: ApiError['errors'], keys: readonly string[]): Record<string, string> =>
  toFirstMessages(errors.map((error) => ({ ...error, field: toDraftField(error.field, keys) })))

/** What the draft needs before it can be sent, by field, such as 'lines.a1.unitPrice'. */
function getMissing(draft: Draft): Record<string, string> {
  const { body, keys } = toBody(draft)
  const missing = toErrorMap(listMissing(body), keys)
  if (missing.placeOfSupply && getProposal(draft))
    missing.placeOfSupply = 'Confirm the place of supply: the tax depends on it.'
  return missing
}
