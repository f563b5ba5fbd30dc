import { ApiError, getErrorStatus } from '#web/lib/api/api.ts'
import type { DraftStore, StoredDraft } from './draft-stores.ts'
import { createFocusRegistry, type FocusRegistry, listEnclosingPaths } from './focus-registry.ts'
import { type FieldChange, type FieldRules, getField, listConflicts, mergeValues, setField } from './merge.ts'

const DRAFT_DELAY_MS = 300
/** The type of the refusal after which what is stored is merged with what was entered. */
const CHANGED_MEANWHILE = 'changed-meanwhile'

export type SaveState =
  | { kind: 'saved' | 'unsaved' | 'saving' }
  /** `isRetried`: nothing is wrong with the content. */
  | { kind: 'failed'; reason: string; isRetried: boolean }
  /** Saved without the fields that the server refuses. */
  | { kind: 'incomplete'; reason: string }

/** What somebody else has saved since the document was opened; a save waits for a decision. */
interface Conflict<Value, Stored> {
  message: string
  theirs: Stored
  changes: FieldChange<Value>[]
}

export interface DocumentState<Value, Stored> {
  value: Value
  /** The document as it is stored; undefined while it is new. */
  stored: Stored | undefined
  save: SaveState
  /** What the server has refused, by path. */
  errors: Record<string, string>
  /** What is missing or wrong, by path; found without the server. */
  problems: Record<string, string>
  /** Whether errors are shown at fields that were not visited yet. */
  showsAllErrors: boolean
  conflict: Conflict<Value, Stored> | undefined
  /** The draft of an earlier visit, until it is restored or discarded. */
  recoverable: StoredDraft<Value> | undefined
}

/** What a request to save is based on. */
interface SaveBase<Value, Stored> {
  stored: Stored | undefined
  base: Value
  revision: number | undefined
  requestKey: string
}

export interface DocumentOptions<Value, Stored> {
  stored: Stored | undefined
  /** What the form shows at first: `toValue(stored)`, or the content of a new document. */
  initial: Value
  toValue: (stored: Stored) => Value
  rules: FieldRules<Value>
  /** Whether two values would be stored as the same. */
  isSame: (one: Value, other: Value) => boolean
  /** Creates or changes the stored document. Throws ApiError, or TypeError without a response. */
  store: (value: Value, base: SaveBase<Value, Stored>) => Promise<Stored>
  /** Reads what is stored now. */
  load: (stored: Stored) => Promise<Stored>
  /** What is missing or wrong in a value, by path. */
  check?: (value: Value, base: Value) => Record<string, string>
  /** The messages of a refusal by path; by default the fields are the paths. */
  toErrors?: (errors: ApiError['errors'], value: Value) => Record<string, string>
  /** Where drafts of this document are kept. */
  drafts?: (stored: Stored | undefined) => DraftStore<Value>
  /** After each save; `isNew`: the document was created by it. */
  onSaved?: (stored: Stored, isNew: boolean) => unknown
  /** After a save that failed for another reason than a conflict. */
  onFailed?: (error: Error) => unknown
}

/**
 * A document in a form: what is entered (mine), what it is based on (base), what is stored (theirs), the draft on the device, and
 * saving on request. It does not depend on React. `AutosavedDocument` saves by itself.
 */
export class EditedDocument<
  Value,
  Stored extends { revision: number },
  Options extends DocumentOptions<Value, Stored> = DocumentOptions<Value, Stored>,
> {
  state: DocumentState<Value, Stored>
  readonly focus: FocusRegistry = createFocusRegistry()
  protected readonly options: Options
  /** What was entered when it was last saved, and the same as the server returned it. */
  protected saved: Value
  protected base: Value
  private revision: number | undefined
  protected requestKey: string = crypto.randomUUID()
  protected isClosed = false
  private drafts: DraftStore<Value> | undefined
  private isDraftRead = false
  private isAbandoned = false
  private readonly listeners = new Set<() => void>()
  private timers: Record<string, ReturnType<typeof setTimeout>> = {}

  constructor(options: Options) {
    const { stored, initial } = options
    this.options = options
    this.saved = initial
    this.base = initial
    this.revision = stored?.revision
    this.drafts = options.drafts?.(stored)
    this.state = {
      value: initial,
      stored,
      save: { kind: 'saved' },
      errors: {},
      problems: options.check?.(initial, initial) ?? {},
      showsAllErrors: false,
      conflict: undefined,
      recoverable: undefined,
    }
  }

  /** Begins to work, and returns the function that ends it. */
  open = (): (() => void) => {
    this.isClosed = false
    const keep = () => this.keepDraft(true)
    const end = this.start()
    addEventListener('pagehide', keep)
    void this.findDraft()
    return () => {
      removeEventListener('pagehide', keep)
      end()
      this.keepDraft()
      this.isClosed = true
      for (const timer of Object.values(this.timers)) clearTimeout(timer)
    }
  }

  /** Called when the work begins. Returns what ends it. */
  protected start(): () => void {
    return () => {}
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  getState = (): DocumentState<Value, Stored> => this.state

  protected set(changes: Partial<DocumentState<Value, Stored>>): void {
    const problems = 'value' in changes && this.options.check?.(changes.value as Value, this.base)
    this.state = { ...this.state, ...changes, ...(problems && { problems }) }
    for (const listener of this.listeners) listener()
  }

  /** Runs a task once, after a delay that begins again with each call. Nothing runs after the document was closed. */
  protected schedule(name: string, delay: number, run: () => unknown): void {
    this.cancel(name)
    if (!this.isClosed) this.timers[name] = setTimeout(run, delay)
  }

  protected cancel(name: string): void {
    clearTimeout(this.timers[name])
  }

  /** Whether there is something that the server does not have. */
  get isUnsaved(): boolean {
    return !this.options.isSame(this.state.value, this.saved)
  }

  change = (change: (value: Value) => Value): void => {
    const value = change(this.state.value)
    if (value === this.state.value) return
    this.set({ value })
    const isBusy = this.state.save.kind === 'saving'
    if (this.isUnsaved) {
      if (!isBusy) this.set({ save: { kind: 'unsaved' } })
      this.schedule('draft', this.drafts?.delayMs ?? DRAFT_DELAY_MS, () => this.keepDraft())
    } else if (!isBusy) {
      this.set({ save: { kind: 'saved' }, errors: {} })
      this.removeDraft()
    }
    this.afterChange()
  }

  /** Changes one field, or makes its value of the one before. Its errors disappear. */
  changeField = (path: string, update: unknown | ((before: never) => unknown)): void => {
    const { errors } = this.state
    const left = Object.entries(errors).filter(([name]) => name !== path && !name.startsWith(`${path}.`))
    if (left.length < Object.keys(errors).length) this.set({ errors: Object.fromEntries(left) })
    this.change((value) =>
      setField(value, path, typeof update === 'function' ? update(getField(value, path)) : update),
    )
  }

  /** Called after each change. */
  protected afterChange(): void {}

  /** Shows all errors, focuses the first of them, and returns its path; undefined if there is none. */
  revealErrors = (
    path = Object.keys({ ...this.state.errors, ...this.state.problems })[0],
  ): string | undefined => {
    this.set({ showsAllErrors: true })
    if (path !== undefined) this.focus.request(...listEnclosingPaths(path))
    return path
  }

  setErrors = (errors: Record<string, string>): void => this.set({ errors })

  private async findDraft(): Promise<void> {
    const found = this.isDraftRead ? undefined : await this.drafts?.read()
    this.isDraftRead = true
    if (!found) return
    this.requestKey = found.requestKey ?? this.requestKey
    if (!this.options.isSame(found.value, this.saved)) this.set({ recoverable: found })
  }

  protected keepDraft(isLeaving = false): unknown {
    // A draft that waits for a decision is not overwritten.
    if (this.isAbandoned || !this.isDraftRead || !this.isUnsaved || this.state.recoverable) return undefined
    const draft = {
      at: new Date().toISOString(),
      base: this.base,
      revision: this.revision,
      value: this.state.value,
      requestKey: this.requestKey,
    }
    return this.drafts?.write(draft, isLeaving)
  }

  protected removeDraft(): unknown {
    this.cancel('draft')
    return this.state.recoverable ? undefined : this.drafts?.remove()
  }

  /** Writes a draft that waits, now. */
  flushDraft = async (): Promise<void> => {
    this.cancel('draft')
    await this.keepDraft()
  }

  /** Continues with the draft of an earlier visit. What was stored since then is found by the next save. */
  restore = (): void => {
    const draft = this.state.recoverable
    if (!draft) return
    if (draft.base) {
      this.base = draft.base
      this.saved = draft.base
      this.revision = draft.revision
    }
    this.set({ recoverable: undefined })
    this.change(() => draft.value)
  }

  /** Deletes the draft of an earlier visit, or that of this one. Resolves once it is gone. */
  discardDraft = async (): Promise<void> => {
    this.requestKey = crypto.randomUUID()
    this.cancel('draft')
    await this.drafts?.remove()
    this.set({ recoverable: undefined })
  }

  /** Deletes the draft for good, because the form is left without saving. */
  abandon = async (): Promise<void> => {
    this.isAbandoned = true
    await this.discardDraft()
  }

  /** Goes back to what is stored. */
  discardChanges = (): void => {
    const { stored } = this.state
    if (stored) this.rebase(stored)
    else this.saved = this.base
    this.set({ conflict: undefined })
    this.change(() => this.base)
  }

  /** Saves now. Resolves to whether everything is saved. Does nothing while a save is under way. */
  save = async (): Promise<boolean> => {
    if (this.state.save.kind === 'saving') return false
    const { value } = this.state
    this.set({ save: { kind: 'saving' }, conflict: undefined, errors: {} })
    try {
      await this.acceptSaved(value, await this.send(value))
      return true
    } catch (error) {
      return this.handleFailure(error as Error, value)
    }
  }

  protected send = (value: Value): Promise<Stored> => {
    const { base, revision, requestKey } = this
    return this.options.store(value, { stored: this.state.stored, base, revision, requestKey })
  }

  protected async acceptSaved(sent: Value, stored: Stored): Promise<void> {
    const isNew = this.setStored(stored)
    // What was typed while the request was pending stays, unsaved.
    const isCurrent = this.options.isSame(this.state.value, sent)
    if (!isCurrent) this.saved = sent
    this.set({
      errors: {},
      save: { kind: isCurrent ? 'saved' : 'unsaved' },
      ...(isCurrent && { value: this.base }),
    })
    await this.options.onSaved?.(stored, isNew)
  }

  /** Bases the form on what was saved, and deletes the draft of it. Returns whether the document was new. */
  protected setStored(stored: Stored): boolean {
    const isNew = !this.state.stored
    this.removeDraft()
    if (isNew) this.drafts = this.options.drafts?.(stored)
    this.rebase(stored)
    this.set({ stored })
    return isNew
  }

  protected async handleFailure(error: Error, value: Value): Promise<false> {
    const { stored } = this.state
    try {
      if (error instanceof ApiError && error.type === CHANGED_MEANWHILE && stored) {
        const theirs = await this.options.load(stored)
        this.set({
          save: { kind: 'unsaved' },
          conflict: { message: error.message, theirs, changes: this.merge(theirs).changes },
        })
        this.keepDraft()
        return false
      }
    } catch (reason) {
      return this.handleFailure(reason as Error, value)
    }
    // Without a reply of the server nothing is wrong with the content.
    const isRetried = (getErrorStatus(error) ?? getErrorStatus(error.cause)) === undefined
    this.fail(error.message, { isRetried, errors: this.toErrors(error, value) })
    await this.options.onFailed?.(error)
    return false
  }

  protected toErrors(error: Error, value: Value): Record<string, string> {
    if (!(error instanceof ApiError)) return {}
    const { toErrors = toFirstMessages } = this.options
    return toErrors(error.errors, value)
  }

  protected fail(reason: string, { isRetried = false, errors = this.state.errors } = {}): false {
    this.set({ save: { kind: 'failed', reason, isRetried }, errors })
    this.keepDraft()
    return false
  }

  protected merge(theirs: Stored) {
    const versions = { base: this.base, mine: this.state.value, theirs: this.options.toValue(theirs) }
    return mergeValues(this.options.rules, versions)
  }

  /** From now on the form is based on what is stored. */
  protected rebase(stored: Stored): void {
    this.base = this.options.toValue(stored)
    this.saved = this.base
    this.revision = stored.revision
  }

  /** Ends a conflict: with the own value of each field that both have changed, which is saved, or with all that is stored. */
  settle = async (whose: 'mine' | 'theirs'): Promise<boolean> => {
    const { conflict } = this.state
    if (!conflict) return false
    const { value } = this.merge(conflict.theirs)
    this.rebase(conflict.theirs)
    this.set({ stored: conflict.theirs, conflict: undefined })
    this.change(() => (whose === 'mine' ? value : this.base))
    return whose === 'theirs' || this.save()
  }

  /** The conflict stays unsolved: the next save meets it again. */
  closeConflict = (): void => this.set({ conflict: undefined })

  /** Continues with what another request has stored. */
  replace = (stored: Stored): void => {
    this.rebase(stored)
    this.set({ stored, value: this.base, save: { kind: 'saved' }, errors: {}, conflict: undefined })
  }

  /** Takes what was read again from the server, if it is newer and nobody has changed what was edited here. */
  adopt = (stored: Stored): void => {
    if (stored.revision <= (this.revision ?? 0) || this.state.save.kind === 'saving') return
    const { value, changes } = this.merge(stored)
    if (listConflicts(changes).length > 0) return
    const isUnsaved = this.isUnsaved
    this.rebase(stored)
    this.set({ stored })
    this.change(() => (isUnsaved ? value : this.base))
  }
}

/** The first message of each field. */
export function toFirstMessages(errors: ApiError['errors']): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const { field, message } of errors) messages[field] ??= message
  return messages
}
