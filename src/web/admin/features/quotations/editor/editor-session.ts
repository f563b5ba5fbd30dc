import { listMissing } from '#contracts/quotation/missing.ts'
import type { QuotationAmounts } from '#contracts/quotation/quotation.ts'
import type { Quotation } from '#contracts/quotation/record.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { calculateAmounts, changeQuotation, createQuotation, fetchQuotation } from '../requests.ts'
import { type Draft, isBlank, isSame, toBody, toDraft, toDraftField } from './draft.ts'
import { deleteCopy, type LocalCopy, readCopy, writeCopy } from './local-copy.ts'
import { type DraftConflict, mergeDrafts } from './merge-drafts.ts'
import { proposePlaceOfSupply } from './place-of-supply.ts'
import { resetFields } from './reset-fields.ts'

const CALCULATE_DELAY_MS = 350
const SAVE_DELAY_MS = 1200
const COPY_DELAY_MS = 250
/** The types of 409 after which what is stored is merged with what was entered. */
const MERGED_PROBLEMS = ['changed-meanwhile', 'wrong-state']
/** A failed connection is tried again after this time. */
const RETRY_DELAY_MS = 10_000

type SaveState =
  | { kind: 'saved' | 'unsaved' | 'saving' }
  /** `isRetried`: nothing is wrong with the content. */
  | { kind: 'failed'; reason: string; isRetried: boolean }
  /** Saved without the fields of `errors`, which the server refuses. */
  | { kind: 'incomplete'; reason: string }

export interface Calculated {
  amounts: QuotationAmounts
  /** The keys of the lines, in their order. */
  keys: string[]
  /** That on all lines. */
  discountPercent: number
}

export interface SessionState {
  draft: Draft
  /** The quotation as it is stored; undefined while it is not. */
  stored: Quotation | undefined
  save: SaveState
  calculated: Calculated | undefined
  isCalculating: boolean
  /** Whether `calculated` is that before changes that cannot be calculated yet. */
  isOutdated: boolean
  /** What the draft needs before it can be sent, by field, such as 'lines.a1.unitPrice'. */
  missing: Record<string, string>
  /** What the server has refused, by field, such as 'lines.a1.hsn'. */
  errors: Record<string, string>
  conflicts: DraftConflict[]
  /** What was entered on this device before and is not stored. */
  recoverable: LocalCopy | undefined
  /** Whether errors are shown at fields that were not visited yet. */
  showsAllErrors: boolean
}

interface SessionOptions {
  stored: Quotation | undefined
  initial: Draft
  /** Identifies the copy on this device. */
  copyId: string
  onCreated: (quotation: Quotation) => void
  onSaved: () => void
}

/**
 * An open editor: what is entered, its calculation, saving after a pause, the copy on the device, and the merging of changes of
 * others. It does not depend on React.
 */
export class EditorSession {
  state: SessionState
  private readonly listeners = new Set<() => void>()
  private readonly options: SessionOptions
  private copyId: string
  private requestKey: string
  /** The draft as it was entered when it was last saved, and the same as the server returned it. */
  private saved: Draft
  private base: Draft
  private timers: Partial<Record<'calculate' | 'save' | 'copy', ReturnType<typeof setTimeout>>> = {}
  private pendingSave: Promise<boolean> | undefined
  private calculation = 0
  private isClosed = false

  constructor(options: SessionOptions) {
    const { stored, initial, copyId } = options
    this.options = options
    this.copyId = copyId
    this.saved = initial
    this.base = initial
    const copy = readCopy(copyId)
    this.requestKey = copy?.requestKey ?? crypto.randomUUID()
    this.state = {
      draft: initial,
      stored,
      save: { kind: 'saved' },
      calculated: stored && toCalculated(stored),
      isCalculating: false,
      isOutdated: false,
      missing: getMissing(initial),
      errors: {},
      conflicts: [],
      recoverable: copy && !isSame(toBody(copy.draft), toBody(initial)) ? copy : undefined,
      showsAllErrors: false,
    }
  }

  /** Begins to work, and returns the function that ends it. */
  open = (): (() => void) => {
    this.isClosed = false
    if (!this.state.stored?.amounts) this.schedule('calculate', 0, this.calculate)
    const keep = () => this.keepCopy()
    const retry = () => {
      const { save } = this.state
      if (save.kind === 'failed' && save.isRetried) void this.save()
    }
    addEventListener('pagehide', keep)
    addEventListener('online', retry)
    return () => {
      removeEventListener('pagehide', keep)
      removeEventListener('online', retry)
      this.keepCopy()
      this.isClosed = true
      for (const timer of Object.values(this.timers)) clearTimeout(timer)
    }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  getState = (): SessionState => this.state

  private set(changes: Partial<SessionState>): void {
    this.state = {
      ...this.state,
      ...changes,
      ...(changes.draft && { missing: getMissing(changes.draft) }),
    }
    for (const listener of this.listeners) listener()
  }

  private schedule(name: 'calculate' | 'save' | 'copy', delay: number, run: () => unknown): void {
    clearTimeout(this.timers[name])
    // Whoever has left the screen finds what is not saved on this device.
    if (this.isClosed) return
    this.timers[name] = setTimeout(run, delay)
  }

  /** Whether there is something that the server does not have. */
  get isUnsaved(): boolean {
    return !isSame(toBody(this.state.draft), toBody(this.saved))
  }

  /** Whether this is a new quotation without lines, which is saved only when the user asks for it. */
  get waitsForLine(): boolean {
    return !this.state.stored && this.isUnsaved && this.state.draft.lines.every(isBlank)
  }

  change = (change: (draft: Draft) => Draft): void => {
    const draft = change(this.state.draft)
    if (draft === this.state.draft) return
    this.set({ draft })
    if (!this.isUnsaved) {
      clearTimeout(this.timers.save)
      if (this.state.save.kind !== 'saving') this.set({ save: { kind: 'saved' }, errors: {} })
      if (this.state.stored) this.forgetCopy()
    } else {
      if (this.state.save.kind !== 'saving') this.set({ save: { kind: 'unsaved' } })
      this.schedule('copy', COPY_DELAY_MS, () => this.keepCopy())
      if (this.waitsForLine) clearTimeout(this.timers.save)
      else this.schedule('save', SAVE_DELAY_MS, this.save)
    }
    this.schedule('calculate', CALCULATE_DELAY_MS, this.calculate)
  }

  /** Shows what is missing or wrong at all fields, and returns the first of them; undefined if there is none. */
  revealErrors = (): string | undefined => {
    this.set({ showsAllErrors: true })
    const { errors, missing } = this.state
    return Object.keys({ ...errors, ...missing })[0]
  }

  private keepCopy(): void {
    // A copy that waits for a decision is not overwritten by an empty form.
    if (!this.isUnsaved || this.state.recoverable) return
    const { draft } = this.state
    writeCopy(this.copyId, {
      at: new Date().toISOString(),
      base: this.base,
      draft,
      requestKey: this.requestKey,
    })
  }

  private forgetCopy(): void {
    clearTimeout(this.timers.copy)
    if (!this.state.recoverable) deleteCopy(this.copyId)
  }

  calculate = async (): Promise<void> => {
    clearTimeout(this.timers.calculate)
    const number = ++this.calculation
    const { draft } = this.state
    const proposal = draft.placeOfSupply ? undefined : getProposal(draft)
    const { body, keys } = toBody(proposal ? { ...draft, placeOfSupply: proposal.state } : draft)
    if (listMissing(body).length > 0) {
      if (keys.length === 0) this.set({ calculated: undefined })
      this.set({ isCalculating: false, isOutdated: this.state.calculated !== undefined })
      return
    }
    const { enquiry: _enquiry, customer: _customer, ownerId: _ownerId, ...calculated } = body
    this.set({ isCalculating: true })
    try {
      const amounts = await calculateAmounts(calculated)
      if (number !== this.calculation) return
      const discountPercent = Number(body.discountPercent)
      this.set({
        calculated: { amounts, keys, discountPercent },
        errors: {},
        isCalculating: false,
        isOutdated: false,
      })
    } catch (error) {
      if (number !== this.calculation) return
      this.set({
        isCalculating: false,
        ...(error instanceof ApiError && error.status === 400
          ? { errors: toErrorMap(error.errors, keys), isOutdated: true }
          : {}),
      })
    }
  }

  /** Saves now what is not saved. Resolves to whether everything is saved. */
  flush = async (): Promise<boolean> => {
    clearTimeout(this.timers.save)
    if (this.pendingSave) await this.pendingSave
    // What was sent does not change. Changes that were not saved before wait for a revision.
    if (this.state.stored && !isEditable(this.state.stored)) return true
    return this.isUnsaved || !this.state.stored ? this.save() : this.state.conflicts.length === 0
  }

  private save = (): Promise<boolean> => {
    clearTimeout(this.timers.save)
    // Changes during a save are saved after it.
    if (this.pendingSave) return this.pendingSave.then(() => (this.isUnsaved ? this.save() : true))
    this.pendingSave = this.sendDraft().finally(() => {
      this.pendingSave = undefined
    })
    return this.pendingSave
  }

  private async sendDraft(): Promise<boolean> {
    const { draft, stored, conflicts, recoverable } = this.state
    if (conflicts.length > 0)
      return this.fail('choose a value for each field that somebody else has changed too')
    if (recoverable && !stored) return this.fail('restore or discard the unsaved quotation first')
    const { body, keys } = toBody(draft)
    this.set({ save: { kind: 'saving' } })
    try {
      this.acceptSaved(draft, await this.store(body))
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 400 && (await this.saveRest(draft, keys, error)))
        return false
      if (!(error instanceof ApiError)) {
        this.schedule('save', RETRY_DELAY_MS, this.save)
        return this.fail(
          'the server cannot be reached. It is tried again; your changes are kept on this device.',
          true,
        )
      }
      if (stored && MERGED_PROBLEMS.includes(error.type ?? ''))
        return this.mergeStored(await fetchQuotation(stored.id))
      if (error.status >= 500) this.schedule('save', RETRY_DELAY_MS, this.save)
      this.set({ errors: { ...this.state.errors, ...toErrorMap(error.errors, keys) } })
      return this.fail(lowerFirst(error.message), error.status >= 500)
    }
  }

  /** Creates or changes the stored quotation. */
  private store(body: ReturnType<typeof toBody>['body']): Promise<Quotation> {
    const { stored } = this.state
    return stored
      ? changeQuotation(stored.id, { ...body, revision: stored.revision })
      : createQuotation({ ...body, requestKey: this.requestKey })
  }

  /**
   * Saves a refused draft without the fields that are wrong, such as a GSTIN that is being typed. Resolves to whether that was
   * possible; otherwise nothing has changed.
   */
  private async saveRest(draft: Draft, keys: string[], problem: ApiError): Promise<boolean> {
    const errors = toErrorMap(problem.errors, keys)
    const rest = resetFields(draft, this.saved, Object.keys(errors))
    if (!rest || Object.keys(errors).length === 0) return false
    const { body } = toBody(rest)
    const { stored } = this.state
    if (isSame(body, toBody(this.saved).body)) {
      if (!stored) return false
    } else
      try {
        this.acceptSaved(rest, await this.store(body))
      } catch (error) {
        if (!stored || !(error instanceof ApiError) || !MERGED_PROBLEMS.includes(error.type ?? ''))
          return false
        this.mergeStored(await fetchQuotation(stored.id))
        return true
      }
    this.keepCopy()
    // What was changed during the save is saved after it. The first save can add the owner.
    const withoutOwner = (draft: Draft) => toBody({ ...draft, ownerId: '' }).body
    if (isSame(withoutOwner(this.state.draft), withoutOwner(draft))) clearTimeout(this.timers.save)
    this.set({ errors, save: { kind: 'incomplete', reason: lowerFirst(problem.message) } })
    return true
  }

  private fail(reason: string, isRetried = false): false {
    this.set({ save: { kind: 'failed', reason, isRetried } })
    this.keepCopy()
    return false
  }

  private acceptSaved(sent: Draft, quotation: Quotation): void {
    const isNew = !this.state.stored
    this.base = toDraft(quotation)
    // Whoever creates a quotation without an owner becomes the owner.
    const complete = (draft: Draft) => ({ ...draft, ownerId: draft.ownerId || this.base.ownerId })
    this.saved = complete(sent)
    this.set({ draft: complete(this.state.draft) })
    this.forgetCopy()
    if (isNew) this.copyId = quotation.id
    const isCurrent = !this.isUnsaved
    this.set({
      stored: quotation,
      save: { kind: isCurrent ? 'saved' : 'unsaved' },
      ...(isCurrent && {
        errors: {},
        ...(quotation.amounts && { calculated: toCalculated(quotation), isOutdated: false }),
      }),
    })
    if (!isCurrent) {
      this.keepCopy()
      this.schedule('save', SAVE_DELAY_MS, this.save)
    }
    // Whoever has left the screen stays where they are.
    if (isNew && !this.isClosed) this.options.onCreated(quotation)
    this.options.onSaved()
  }

  /** Continues from what is stored now, after an action or a change of somebody else. Resolves to whether all is saved. */
  mergeStored = (quotation: Quotation): boolean => {
    const theirs = toDraft(quotation)
    // What the user has not changed since the last save is as the server returned it.
    const mine = mergeDrafts(this.saved, this.state.draft, this.base).draft
    const { draft, conflicts } = mergeDrafts(this.base, mine, theirs)
    this.saved = theirs
    this.base = theirs
    this.set({
      draft,
      stored: quotation,
      conflicts,
      save: { kind: 'saved' },
      errors: {},
    })
    if (!this.isUnsaved) {
      this.forgetCopy()
      this.set({ calculated: toCalculated(quotation), isOutdated: false })
      if (!quotation.amounts) this.schedule('calculate', 0, this.calculate)
      return true
    }
    this.schedule('calculate', 0, this.calculate)
    if (!isEditable(quotation))
      return this.fail(`the quotation is ${quotation.state} now. Your changes are kept on this device.`)
    if (conflicts.length > 0)
      return this.fail('choose a value for each field that somebody else has changed too')
    this.set({ save: { kind: 'unsaved' } })
    this.keepCopy()
    this.schedule('save', 0, this.save)
    return false
  }

  /** Fetches and merges what is stored, if it is newer than what the editor has. */
  refresh = async (revision: number): Promise<void> => {
    const { stored } = this.state
    if (!stored || revision <= stored.revision || this.pendingSave) return
    const quotation = await fetchQuotation(stored.id)
    if (!this.pendingSave && quotation.revision > (this.state.stored?.revision ?? 0))
      this.mergeStored(quotation)
  }

  /** Takes one of the two values of a conflict. Once all are decided, the quotation is saved. */
  resolve = (conflict: DraftConflict, keep: 'mine' | 'theirs'): void => {
    const conflicts = this.state.conflicts.filter((other) => other !== conflict)
    this.set({ conflicts })
    this.change((draft) => ({ ...(keep === 'mine' ? conflict.keepMine(draft) : conflict.takeTheirs(draft)) }))
  }

  /** Continues with what was entered on this device before. */
  restore = (): void => {
    const { recoverable, stored } = this.state
    if (!recoverable) return
    const { draft, conflicts } = stored
      ? mergeDrafts(recoverable.base, recoverable.draft, this.base)
      : { draft: recoverable.draft, conflicts: [] }
    this.set({ recoverable: undefined, conflicts })
    this.change(() => ({ ...draft }))
  }

  /** Goes back to what is stored. */
  discardChanges = (): void => {
    this.saved = this.base
    this.set({ conflicts: [] })
    this.change(() => ({ ...this.base }))
  }

  discardCopy = (): void => {
    deleteCopy(this.copyId)
    this.requestKey = crypto.randomUUID()
    this.set({ recoverable: undefined })
    this.keepCopy()
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

/** The first message of each field, in the order of the errors. */
function toErrorMap(errors: ApiError['errors'], keys: readonly string[]): Record<string, string> {
  const map: Record<string, string> = {}
  for (const { field, message } of errors) map[toDraftField(field, keys)] ??= message
  return map
}

function getMissing(draft: Draft): Record<string, string> {
  const { body, keys } = toBody(draft)
  const missing = toErrorMap(listMissing(body), keys)
  if (missing.placeOfSupply && getProposal(draft))
    missing.placeOfSupply = 'Please confirm the place of supply: the tax depends on it.'
  return missing
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
