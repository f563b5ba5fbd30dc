import { useQueryClient } from '@tanstack/react-query'
import { useReducer, useRef } from 'react'
import type { SiteSection } from '#contracts/site-content/fields.ts'
import type { EditedSiteContent } from '#contracts/site-content/site-content.ts'
import {
  type FieldError,
  isDeepEqual,
  validateSiteContent,
} from '#contracts/site-content/validate-site-content.ts'
import { siteContentQuery } from '#web/lib/site-content.tsx'
import { showToast } from '#web/lib/toast.ts'
import { showErrorToast } from '../../shell/error-toast.ts'
import { useCurrentSection } from './current-section.ts'
import { createEditorState, type EditorState, reduceEditor } from './editor-state.ts'
import { saveContent } from './settings-api.ts'
import { type Draft, useDraft } from './use-draft.ts'
import { type FocusRegistry, useFocusRegistry } from './use-focus-registry.ts'

export interface Editor extends EditorState {
  isDirty: boolean
  draft: Draft
  focus: FocusRegistry
  change(path: string, value: unknown | ((before: unknown) => unknown)): void
  resetSection(section: SiteSection): void
  restoreDraft(): void
  discardDraft(): void
  /** `revision`: that of a newer version to overwrite. Resolves to the first field error, or undefined. */
  save(revision?: number): Promise<FieldError | undefined>
  closeConflict(): void
}

/** The form state of the settings, from the document that the server returned when the screen was opened. */
export function useEditor(loaded: EditedSiteContent): Editor {
  const client = useQueryClient()
  const [state, dispatch] = useReducer(reduceEditor, loaded, createEditorState)
  const { content, saved, recoverable } = state
  // A ref, because a second click can come before the next render.
  const isSaveInFlight = useRef(false)
  const isDirty = !isDeepEqual(content, saved.content)
  const draft = useDraft(recoverable?.content ?? (isDirty ? content : undefined), recoverable?.content)

  async function save(revision = saved.revision): Promise<FieldError | undefined> {
    const fieldErrors = validateSiteContent(content)
    dispatch({ type: 'validated', fieldErrors })
    if (fieldErrors.length > 0 || isSaveInFlight.current || recoverable) return fieldErrors[0]
    isSaveInFlight.current = true
    dispatch({ type: 'saveStarted' })
    // A draft request that arrives after the save would store the draft again.
    await draft.flush()
    const result = await saveContent(content, revision)
    isSaveInFlight.current = false
    switch (result.outcome) {
      case 'saved':
        dispatch({ type: 'saveSucceeded', edited: result.edited, sent: content })
        draft.markStored(undefined)
        void client.invalidateQueries({ queryKey: siteContentQuery.queryKey })
        showToast({ title: 'Saved', description: 'The site shows your changes.' })
        return undefined
      case 'stale':
        dispatch({ type: 'saveConflicted', edited: result.edited })
        // A save of the same account in another window has deleted the draft.
        if (!result.edited.draft) draft.markStored(undefined)
        void draft.flush()
        return undefined
      case 'failed':
        dispatch({ type: 'saveFailed', fieldErrors: result.fieldErrors })
        showErrorToast(result.message, 'Not saved')
        return result.fieldErrors[0]
    }
  }

  function resetSection({ label, fields }: SiteSection) {
    const undo = () => dispatch({ type: 'fieldsReset', fields, source: content })
    dispatch({ type: 'fieldsReset', fields, source: saved.content })
    showToast({ title: `Changes to ${label} discarded`, action: { label: 'Undo', run: undo } })
  }

  function discardDraft() {
    const discarded = recoverable?.content
    const undo = () => discarded && dispatch({ type: 'contentReplaced', content: discarded })
    dispatch({ type: 'draftDiscarded' })
    showToast({ title: 'Unsaved changes discarded', action: { label: 'Undo', run: undo } })
  }

  return {
    ...state,
    isDirty,
    draft,
    focus: useFocusRegistry(useCurrentSection().id),
    save,
    change: (path, value) => dispatch({ type: 'changed', path, value }),
    resetSection,
    restoreDraft: () => dispatch({ type: 'draftRestored' }),
    discardDraft,
    closeConflict: () => dispatch({ type: 'conflictClosed' }),
  }
}
