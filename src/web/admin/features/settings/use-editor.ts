import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { EditedSiteContent } from '#contracts/site-content.ts'
import { getIn, listFieldPaths, type SiteSection, setIn } from '#contracts/site-content-fields.ts'
import { type FieldError, isDeepEqual, validateSiteContent } from '#contracts/validate-site-content.ts'
import { siteContentQuery } from '../../../lib/site-content.tsx'
import { showToast } from '../../../lib/toast.ts'
import { type ContentDocument, saveContent } from './settings-api.ts'
import { type Draft, useDraft } from './use-draft.ts'

export interface Editor {
  content: ContentDocument
  saved: EditedSiteContent
  isDirty: boolean
  isSaving: boolean
  fieldErrors: FieldError[]
  draft: Draft
  /** Unsaved changes of an earlier visit that wait for a decision; until then nothing can be edited. */
  recoverable: EditedSiteContent['draft']
  /** What a colleague saved meanwhile, when saving met it. */
  conflict: EditedSiteContent | undefined
  change(path: string, value: unknown | ((before: unknown) => unknown)): void
  resetSection(section: SiteSection): void
  recover(): void
  discard(): void
  /** `revision`: of a colleague's version that is to be overwritten. Answers the first fault, or undefined. */
  save(revision?: number): Promise<FieldError | undefined>
  closeConflict(): void
}

/** The document under the editor's hands, from what the server had when the screen was opened. */
export function useEditor(loaded: EditedSiteContent): Editor {
  const client = useQueryClient()
  const [saved, setSaved] = useState(loaded)
  const [content, setContent] = useState<ContentDocument>(loaded.content)
  const [fieldErrors, setFieldErrors] = useState<FieldError[]>([])
  const [recoverable, setRecoverable] = useState(findUnsavedDraft(loaded))
  const [conflict, setConflict] = useState<EditedSiteContent>()
  const [isSaving, setSaving] = useState(false)
  const busy = useRef(false)
  const isDirty = !isDeepEqual(content, saved.content)
  const recoverableContent = recoverable?.content
  const draft = useDraft(recoverableContent ?? (isDirty ? content : undefined), recoverableContent)

  async function save(revision = saved.revision): Promise<FieldError | undefined> {
    const validationErrors = validateSiteContent(content)
    setFieldErrors(validationErrors)
    if (validationErrors.length > 0 || busy.current || recoverable) return validationErrors[0]
    busy.current = true
    setSaving(true)
    // A draft that is still on its way would be there again after the save.
    await draft.flush()
    const result = await saveContent(content, revision)
    busy.current = false
    setSaving(false)
    if (result.outcome === 'stale') {
      setConflict(result.edited)
      // The same person may have saved in another window, which ended the draft.
      if (!result.edited.draft) draft.markStored(undefined)
      void draft.flush()
    }
    if (result.outcome !== 'refused')
      return result.outcome === 'saved' ? applySaved(result.edited) : undefined
    setFieldErrors(result.fieldErrors)
    showToast({ variant: 'destructive', title: 'Not saved', description: result.message })
    return result.fieldErrors[0]
  }

  function applySaved(edited: EditedSiteContent): undefined {
    setSaved(edited)
    // What was typed while the save was on its way stays, unsaved.
    setContent((current) => (current === content ? edited.content : current))
    setConflict(undefined)
    draft.markStored(undefined)
    void client.invalidateQueries({ queryKey: siteContentQuery.queryKey })
    showToast({ title: 'Saved', description: 'The site shows your changes.' })
  }

  function resetSection({ label, fields }: SiteSection) {
    const previous = content
    const copyFrom = (source: unknown) => (now: ContentDocument) =>
      listFieldPaths(fields).reduce((document, path) => setIn(document, path, getIn(source, path)), now)
    setContent(copyFrom(saved.content))
    setFieldErrors([])
    showToast({
      title: `${label} is as it was saved`,
      action: { label: 'Undo', run: () => setContent(copyFrom(previous)) },
    })
  }

  return {
    content,
    saved,
    isDirty,
    isSaving,
    fieldErrors,
    draft,
    recoverable,
    conflict,
    save,
    change: (path, value) => {
      setContent((now) => setIn(now, path, typeof value === 'function' ? value(getIn(now, path)) : value))
      setFieldErrors((now) => now.filter(({ field }) => !isWithin(field, path)))
    },
    resetSection,
    recover: () => {
      if (recoverable) setContent(recoverable.content)
      setRecoverable(null)
    },
    discard: () => {
      const discardedContent = recoverable?.content
      setRecoverable(null)
      showToast({
        title: 'Your unsaved changes are gone',
        action: { label: 'Undo', run: () => discardedContent && setContent(discardedContent) },
      })
    },
    closeConflict: () => setConflict(undefined),
  }
}

/** A draft that says what is saved already is none. */
const findUnsavedDraft = ({ draft, content }: EditedSiteContent) =>
  draft && !isDeepEqual(draft.content, content) ? draft : null

const isWithin = (field: string, path: string) => field === path || field.startsWith(`${path}.`)
