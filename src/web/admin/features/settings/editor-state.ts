import { getIn, listFieldPaths, type SiteField, setIn } from '#contracts/site-content/fields.ts'
import type { EditedSiteContent } from '#contracts/site-content/site-content.ts'
import { type FieldError, isDeepEqual } from '#contracts/site-content/validate-site-content.ts'
import type { ContentDocument } from './settings-api.ts'

export interface EditorState {
  /** The document in the form. */
  content: ContentDocument
  /** The document on the server. */
  saved: EditedSiteContent
  fieldErrors: FieldError[]
  /** The draft of an earlier visit, until it is restored or discarded; the form is disabled meanwhile. */
  recoverable: EditedSiteContent['draft']
  /** The newer version that a save met on the server. */
  conflict: EditedSiteContent | undefined
  isSaving: boolean
}

type Update = unknown | ((before: unknown) => unknown)

export type EditorAction =
  | { type: 'changed'; path: string; value: Update }
  | { type: 'fieldsReset'; fields: readonly SiteField[]; source: ContentDocument }
  | { type: 'draftRestored' }
  | { type: 'draftDiscarded' }
  | { type: 'contentReplaced'; content: ContentDocument }
  | { type: 'validated'; fieldErrors: FieldError[] }
  | { type: 'saveStarted' }
  | { type: 'saveSucceeded'; edited: EditedSiteContent; sent: ContentDocument }
  | { type: 'saveConflicted'; edited: EditedSiteContent }
  | { type: 'saveFailed'; fieldErrors: FieldError[] }
  | { type: 'conflictClosed' }

/** The state of the form when the settings are opened. A draft that equals the saved content is not offered. */
export function createEditorState(loaded: EditedSiteContent): EditorState {
  const { draft, content } = loaded
  return {
    content,
    saved: loaded,
    fieldErrors: [],
    recoverable: draft && !isDeepEqual(draft.content, content) ? draft : null,
    conflict: undefined,
    isSaving: false,
  }
}

export function reduceEditor(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case 'changed':
      return {
        ...state,
        content: setIn(
          state.content,
          action.path,
          applyUpdate(action.value, getIn(state.content, action.path)),
        ),
        fieldErrors: state.fieldErrors.filter(({ field }) => !isWithin(field, action.path)),
      }
    case 'fieldsReset':
      return { ...state, content: copyFields(action.fields, action.source, state.content), fieldErrors: [] }
    case 'draftRestored':
      return { ...state, content: state.recoverable?.content ?? state.content, recoverable: null }
    case 'draftDiscarded':
      return { ...state, recoverable: null }
    case 'contentReplaced':
      return { ...state, content: action.content }
    case 'validated':
      return { ...state, fieldErrors: action.fieldErrors }
    case 'saveStarted':
      return { ...state, isSaving: true }
    case 'saveSucceeded':
      return {
        ...state,
        isSaving: false,
        saved: action.edited,
        // Input that was typed while the request was pending stays in the form, unsaved.
        content: state.content === action.sent ? action.edited.content : state.content,
        conflict: undefined,
      }
    case 'saveConflicted':
      return { ...state, isSaving: false, conflict: action.edited }
    case 'saveFailed':
      return { ...state, isSaving: false, fieldErrors: action.fieldErrors }
    case 'conflictClosed':
      return { ...state, conflict: undefined }
  }
}

/** A copy of `target` in which these fields have the values of `source`. */
const copyFields = (fields: readonly SiteField[], source: ContentDocument, target: ContentDocument) =>
  listFieldPaths(fields).reduce((document, path) => setIn(document, path, getIn(source, path)), target)

const applyUpdate = (value: Update, before: unknown) => (typeof value === 'function' ? value(before) : value)

const isWithin = (field: string, path: string) => field === path || field.startsWith(`${path}.`)
