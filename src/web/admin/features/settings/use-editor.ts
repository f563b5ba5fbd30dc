import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { EditedSiteContent } from '#contracts/site-content.ts'
import { type Fault, isSame, siteContentFaults } from '#contracts/site-content-check.ts'
import { pathsOf, readAt, type SiteSection, writeAt } from '#contracts/site-content-fields.ts'
import { siteContentQuery } from '../../../lib/site-content.tsx'
import { showToast } from '../../../lib/toast.ts'
import { type Document, saveContent } from './calls.ts'
import { type Draft, useDraft } from './use-draft.ts'

export interface Editor {
  content: Document
  saved: EditedSiteContent
  isDirty: boolean
  isSaving: boolean
  faults: Fault[]
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
  save(revision?: number): Promise<Fault | undefined>
  closeConflict(): void
}

/** The document under the editor's hands, from what the server had when the screen was opened. */
export function useEditor(loaded: EditedSiteContent): Editor {
  const client = useQueryClient()
  const [saved, setSaved] = useState(loaded)
  const [content, setContent] = useState<Document>(loaded.content)
  const [faults, setFaults] = useState<Fault[]>([])
  const [recoverable, setRecoverable] = useState(differingDraft(loaded))
  const [conflict, setConflict] = useState<EditedSiteContent>()
  const [isSaving, setSaving] = useState(false)
  const busy = useRef(false)
  const isDirty = !isSame(content, saved.content)
  const waiting = recoverable?.content
  const draft = useDraft(waiting ?? (isDirty ? content : undefined), waiting)

  async function save(revision = saved.revision): Promise<Fault | undefined> {
    const found = siteContentFaults(content)
    setFaults(found)
    if (found.length > 0 || busy.current || recoverable) return found[0]
    busy.current = true
    setSaving(true)
    // A draft that is still on its way would be there again after the save.
    await draft.flush()
    const answer = await saveContent(content, revision)
    busy.current = false
    setSaving(false)
    if (answer.outcome === 'stale') {
      setConflict(answer.edited)
      // The same person may have saved in another window, which ended the draft.
      if (!answer.edited.draft) draft.settle(undefined)
      void draft.flush()
    }
    if (answer.outcome !== 'refused') return answer.outcome === 'saved' ? finish(answer.edited) : undefined
    setFaults(answer.faults)
    showToast({ variant: 'destructive', title: 'Not saved', description: answer.message })
    return answer.faults[0]
  }

  function finish(edited: EditedSiteContent): undefined {
    setSaved(edited)
    // What was typed while the save was on its way stays, unsaved.
    setContent((now) => (now === content ? edited.content : now))
    setConflict(undefined)
    draft.settle(undefined)
    void client.invalidateQueries({ queryKey: siteContentQuery.queryKey })
    showToast({ title: 'Saved', description: 'The site shows your changes.' })
  }

  function resetSection({ label, fields }: SiteSection) {
    const before = content
    const copyFrom = (source: unknown) => (now: Document) =>
      pathsOf(fields).reduce((document, path) => writeAt(document, path, readAt(source, path)), now)
    setContent(copyFrom(saved.content))
    setFaults([])
    showToast({
      title: `${label} is as it was saved`,
      action: { label: 'Undo', run: () => setContent(copyFrom(before)) },
    })
  }

  return {
    content,
    saved,
    isDirty,
    isSaving,
    faults,
    draft,
    recoverable,
    conflict,
    save,
    change: (path, value) => {
      setContent((now) => writeAt(now, path, typeof value === 'function' ? value(readAt(now, path)) : value))
      setFaults((now) => now.filter(({ field }) => !isWithin(field, path)))
    },
    resetSection,
    recover: () => {
      if (recoverable) setContent(recoverable.content)
      setRecoverable(null)
    },
    discard: () => {
      const given = recoverable?.content
      setRecoverable(null)
      showToast({
        title: 'Your unsaved changes are gone',
        action: { label: 'Undo', run: () => given && setContent(given) },
      })
    },
    closeConflict: () => setConflict(undefined),
  }
}

/** A draft that says what is saved already is none. */
const differingDraft = ({ draft, content }: EditedSiteContent) =>
  draft && !isSame(draft.content, content) ? draft : null

const isWithin = (field: string, path: string) => field === path || field.startsWith(`${path}.`)
