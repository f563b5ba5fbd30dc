import { useQueryClient } from '@tanstack/react-query'
import { getIn, isDeepEqual, listFields, type SiteSection, setIn } from '#contracts/fields/fields.ts'
import { formatSiteField } from '#contracts/fields/format-field.ts'
import type { FieldError } from '#contracts/fields/validate-fields.ts'
import { SITE_SECTIONS } from '#contracts/site-content/sections.ts'
import type { EditedSiteContent } from '#contracts/site-content/site-content.ts'
import { validateSiteContent } from '#contracts/site-content/validate-site-content.ts'
import { siteContentQuery } from '#web/lib/site-content.tsx'
import { showToast } from '#web/lib/toast.ts'
import { useOpenDocument } from '../../editing/document-context.tsx'
import { EditedDocument, toFirstMessages } from '../../editing/edited-document.ts'
import type { FieldRules } from '../../editing/merge.ts'
import { showErrorToast } from '../../shell/error-toast.ts'
import { createServerDraft, type ServerDraft } from './server-draft.ts'
import { type ContentDocument, fetchEditedContent, saveContent } from './settings-api.ts'

/** Every field of the sections with its label, by path. */
const FIELDS = new Map(
  SITE_SECTIONS.flatMap(({ label, fields }) =>
    listFields(fields).map((field) => [field.path, { field, label: `${label}, ${field.label}` }] as const),
  ),
)

const SETTINGS_RULES: FieldRules<ContentDocument> = {
  isField: (path) => FIELDS.has(path),
  getLabel: (path) => FIELDS.get(path)?.label ?? path,
  toText: (path, value) => {
    const known = FIELDS.get(path)
    return known ? formatSiteField(known.field, value) : JSON.stringify(value)
  },
}

type SettingsDocument = EditedDocument<ContentDocument, EditedSiteContent>

/** The form of the settings, from the content that the server returned when the screen was opened. */
export interface SettingsForm {
  document: SettingsDocument
  draft: ServerDraft
  /** Saves. Resolves to the first field that has to be corrected, or undefined. */
  save: () => Promise<FieldError | undefined>
  resetSection: (section: SiteSection) => void
  discardDraft: () => void
}

export function useSettingsForm(loaded: EditedSiteContent): SettingsForm {
  const client = useQueryClient()
  const { document, draft } = useOpenDocument(() => {
    const draft = createServerDraft(loaded)
    const document: SettingsDocument = new EditedDocument({
      stored: loaded,
      initial: loaded.content,
      toValue: ({ content }) => content,
      rules: SETTINGS_RULES,
      isSame: isDeepEqual,
      async store(content, { revision = 0 }) {
        // A request for the draft that arrives after the save would store the draft again.
        await draft.flush()
        const saved = await saveContent(content, revision)
        draft.markDeleted()
        return saved
      },
      async load() {
        const edited = await fetchEditedContent()
        // A save of the same account in another window has deleted the draft.
        if (!edited.draft) draft.markDeleted()
        return edited
      },
      toErrors: (errors) =>
        toFirstMessages(errors.map((each) => ({ ...each, field: each.field.replace(/^content\./, '') }))),
      drafts: () => draft,
      onSaved() {
        void client.invalidateQueries({ queryKey: siteContentQuery.queryKey })
        showToast({ title: 'Saved', description: 'The site shows your changes.' })
      },
      onFailed: (error) => showErrorToast(error, 'Not saved'),
    })
    return { document, draft, open: document.open }
  })

  async function save(): Promise<FieldError | undefined> {
    const { value, recoverable } = document.getState()
    const errors = validateSiteContent(value)
    document.setErrors(toFirstMessages(errors))
    if (errors.length > 0 || recoverable) return errors[0]
    await document.save()
    const [field, message] = Object.entries(document.getState().errors)[0] ?? []
    return field === undefined ? undefined : { field, message: message ?? '' }
  }

  function resetSection({ label, fields }: SiteSection) {
    const copy = (source: ContentDocument) => (target: ContentDocument) =>
      listFields(fields).reduce((content, { path }) => setIn(content, path, getIn(source, path)), target)
    const { value, stored, errors } = document.getState()
    document.change(copy(stored?.content ?? value))
    const isOther = (name: string) => !listFields(fields).some(({ path }) => isWithin(name, path))
    document.setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => isOther(name))))
    const undo = () => document.change(copy(value))
    showToast({ title: `Changes to ${label} discarded`, action: { label: 'Undo', run: undo } })
  }

  function discardDraft() {
    const { recoverable } = document.getState()
    void document.discardDraft()
    const undo = () => recoverable && document.change(() => recoverable.value)
    showToast({ title: 'Unsaved changes discarded', action: { label: 'Undo', run: undo } })
  }

  return { document, draft, save, resetSection, discardDraft }
}

/** Whether a path is that of a field or of a part of it. */
const isWithin = (path: string, field: string) => path === field || path.startsWith(`${field}.`)
