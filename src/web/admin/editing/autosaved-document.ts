import { ApiError } from '#web/lib/api/api.ts'
import { type DocumentOptions, EditedDocument } from './edited-document.ts'
import { type FieldChange, getField, listConflicts, mergeValues, setField } from './merge.ts'

const SAVE_DELAY_MS = 1200
/** A failed connection is tried again after this time. */
const RETRY_DELAY_MS = 10_000
const CONFLICT_REASON = 'choose a value for each field that somebody else has changed too'

interface AutosaveOptions<Value, Stored> extends DocumentOptions<Value, Stored> {
  /** Whether a new document is saved only when the user asks for it. */
  waits: (value: Value) => boolean
  /** Why a stored document cannot be changed now; undefined if it can. */
  getLock: (stored: Stored) => string | undefined
  /** The types of refusals after which what is stored is merged with what was entered. */
  mergedProblems: readonly string[]
  /** Whether a field can have its former value beside the new ones of others: it is a text with a meaning of its own. */
  canReset: (path: string) => boolean
  /** Adds what the server has added by itself, such as an owner. */
  complete: (value: Value, base: Value) => Value
}

/**
 * A document that is saved after each pause. What others save meanwhile is merged at once; fields that both have changed wait for
 * a choice. Failed connections are tried again.
 */
export class AutosavedDocument<Value, Stored extends { revision: number }> extends EditedDocument<
  Value,
  Stored,
  AutosaveOptions<Value, Stored>
> {
  private pendingSave: Promise<boolean> | undefined

  protected override start(): () => void {
    addEventListener('online', this.retry)
    return () => removeEventListener('online', this.retry)
  }

  private retry = (): void => {
    const { save } = this.state
    if (save.kind === 'failed' && save.isRetried) void this.save()
  }

  /** Whether this is a new document that is saved only when the user asks for it. */
  get waits(): boolean {
    return !this.state.stored && this.isUnsaved && this.options.waits(this.state.value)
  }

  private get conflicts(): FieldChange<Value>[] {
    return this.state.conflict?.changes ?? []
  }

  protected override afterChange(): void {
    if (!this.isUnsaved || this.waits) this.cancel('save')
    else this.schedule('save', SAVE_DELAY_MS, this.save)
  }

  /** Called when another version was stored; `isCurrent`: it is what is entered. */
  protected afterStored(_stored: Stored, _isCurrent: boolean): void {}

  /** Saves now what is not saved, and a new document in any case. Resolves to whether everything is saved. */
  flush = async (): Promise<boolean> => {
    this.cancel('save')
    if (this.pendingSave) await this.pendingSave
    const { stored } = this.state
    // What cannot be changed does not change. Changes that were not saved before stay on the device.
    if (stored && this.options.getLock(stored)) return true
    return this.isUnsaved || !stored ? this.save() : this.conflicts.length === 0
  }

  override save = (): Promise<boolean> => {
    this.cancel('save')
    // Changes during a save are saved after it.
    if (this.pendingSave) return this.pendingSave.then(() => (this.isUnsaved ? this.save() : true))
    this.pendingSave = this.sendValue().finally(() => {
      this.pendingSave = undefined
    })
    return this.pendingSave
  }

  private async sendValue(): Promise<boolean> {
    const { value, stored, recoverable } = this.state
    if (this.conflicts.length > 0) return this.fail(CONFLICT_REASON)
    if (recoverable && !stored) return this.fail('restore or discard the unsaved changes first')
    this.set({ save: { kind: 'saving' } })
    try {
      await this.acceptSaved(value, await this.send(value))
      return true
    } catch (error) {
      return this.handleFailure(error as Error, value)
    }
  }

  protected override async handleFailure(error: Error, value: Value): Promise<false> {
    const { stored } = this.state
    if (!(error instanceof ApiError)) {
      this.schedule('save', RETRY_DELAY_MS, this.save)
      return this.fail(
        'the server cannot be reached. It is tried again; your changes are kept on this device.',
        {
          isRetried: true,
        },
      )
    }
    if (error.status === 400 && (await this.saveRest(value, error))) return false
    if (stored && this.isMerged(error)) {
      this.mergeStored(await this.options.load(stored))
      return false
    }
    const isRetried = error.status >= 500
    if (isRetried) this.schedule('save', RETRY_DELAY_MS, this.save)
    return this.fail(lowerFirst(error.message), {
      isRetried,
      errors: { ...this.state.errors, ...this.toErrors(error, value) },
    })
  }

  private isMerged(error: unknown): boolean {
    return error instanceof ApiError && this.options.mergedProblems.includes(error.type ?? '')
  }

  /**
   * Saves a refused value without the fields that are wrong, such as a number that is being typed. Resolves to whether that was
   * possible; otherwise nothing has changed.
   */
  private async saveRest(value: Value, problem: ApiError): Promise<boolean> {
    const errors = this.toErrors(problem, value)
    const rest = this.resetFields(value, Object.keys(errors))
    if (!rest || Object.keys(errors).length === 0) return false
    const { stored } = this.state
    if (this.options.isSame(rest, this.saved)) {
      if (!stored) return false
    } else
      try {
        await this.acceptSaved(rest, await this.send(rest))
      } catch (error) {
        if (!stored || !this.isMerged(error)) return false
        this.mergeStored(await this.options.load(stored))
        return true
      }
    this.keepDraft()
    // What was changed during the save is saved after it.
    if (this.options.isSame(this.state.value, this.options.complete(value, this.base))) this.cancel('save')
    this.set({ errors, save: { kind: 'incomplete', reason: lowerFirst(problem.message) } })
    return true
  }

  /** The value with some fields as they were last saved; undefined if the others would mean something else without one of them. */
  private resetFields(value: Value, paths: string[]): Value | undefined {
    if (!paths.every(this.options.canReset)) return undefined
    return paths.reduce((rest, path) => setField(rest, path, getField(this.saved, path) ?? ''), value)
  }

  protected override async acceptSaved(sent: Value, stored: Stored): Promise<void> {
    const isNew = this.setStored(stored)
    const { complete } = this.options
    // What is entered stays as it was typed; `base` is how the server returned it.
    this.saved = complete(sent, this.base)
    this.set({ value: complete(this.state.value, this.base) })
    const isCurrent = !this.isUnsaved
    this.set({ save: { kind: isCurrent ? 'saved' : 'unsaved' }, ...(isCurrent && { errors: {} }) })
    this.afterStored(stored, isCurrent)
    if (!isCurrent) {
      this.keepDraft()
      this.schedule('save', SAVE_DELAY_MS, this.save)
    }
    await this.options.onSaved?.(stored, isNew && !this.isClosed)
  }

  /** Continues from what is stored now, after an action or a change of somebody else. Resolves to whether all is saved. */
  mergeStored = (stored: Stored): boolean => {
    const { rules, toValue, getLock } = this.options
    const theirs = toValue(stored)
    // What the user has not changed since the last save is as the server returned it.
    const mine = mergeValues(rules, { base: this.saved, mine: this.state.value, theirs: this.base }).value
    const { value, changes } = mergeValues(rules, { base: this.base, mine, theirs })
    const conflicts = listConflicts(changes)
    this.rebase(stored)
    this.set({
      value,
      stored,
      save: { kind: 'saved' },
      errors: {},
      conflict: this.toConflict(stored, conflicts),
    })
    this.afterStored(stored, !this.isUnsaved)
    if (!this.isUnsaved) {
      this.removeDraft()
      return true
    }
    const lock = getLock(stored)
    if (lock) return this.fail(`${lock} Your changes are kept on this device.`)
    if (conflicts.length > 0) return this.fail(CONFLICT_REASON)
    this.set({ save: { kind: 'unsaved' } })
    this.keepDraft()
    this.schedule('save', 0, this.save)
    return false
  }

  private toConflict(theirs: Stored, changes: FieldChange<Value>[]) {
    return changes.length > 0 ? { message: CONFLICT_REASON, theirs, changes } : undefined
  }

  /** Reads and merges what is stored, if it is newer than what the form has. */
  refresh = async (revision: number): Promise<void> => {
    const { stored } = this.state
    if (!stored || revision <= stored.revision || this.pendingSave) return
    const newer = await this.options.load(stored)
    if (!this.pendingSave && newer.revision > (this.state.stored?.revision ?? 0)) this.mergeStored(newer)
  }

  /** Takes one of the two values of a conflict. Once all are decided, the document is saved. */
  resolve = (conflict: FieldChange<Value>, whose: 'mine' | 'theirs'): void => {
    const { stored } = this.state
    const others = this.conflicts.filter((other) => other !== conflict)
    this.set({ conflict: stored && this.toConflict(stored, others) })
    // Also an unchanged value is saved now.
    this.change((value) => ({ ...conflict.choose(value, whose) }))
  }
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
