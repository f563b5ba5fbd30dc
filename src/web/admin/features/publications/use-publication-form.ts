import { useQueryClient } from '@tanstack/react-query'
import { toBusinessDate } from '#contracts/business-date.ts'
import { createContent, isDeepEqual, listFields } from '#contracts/fields/fields.ts'
import { formatSiteField } from '#contracts/fields/format-field.ts'
import { countOf, formatDay } from '#contracts/format.ts'
import {
  type PageContent,
  PUBLICATION_FIELDS,
  PUBLICATION_LABELS,
  type PublicationType,
  validatePublication,
} from '#contracts/publication/fields.ts'
import type { EditedPublication } from '#contracts/publication/publication.ts'
import { showToast } from '#web/lib/toast.ts'
import { useOpenDocument } from '../../editing/document-context.tsx'
import { createDeviceDrafts } from '../../editing/draft-stores.ts'
import { EditedDocument, toFirstMessages } from '../../editing/edited-document.ts'
import type { FieldRules } from '../../editing/merge.ts'
import { showErrorToast } from '../../shell/error-toast.ts'
import { fetchPublication, type PublicationDocument, savePublication } from './requests.ts'

type Document = EditedDocument<PublicationDocument, EditedPublication>

/** The form of a page or an article: its document, and the functions that check and save it. */
export function usePublicationForm(
  type: PublicationType,
  loaded: EditedPublication | undefined,
  template?: PageContent,
) {
  const client = useQueryClient()
  const document: Document = useOpenDocument(
    () =>
      new EditedDocument<PublicationDocument, EditedPublication>({
        stored: loaded,
        initial: (loaded?.content ??
          template ??
          createContent(PUBLICATION_FIELDS[type])) as PublicationDocument,
        toValue: ({ content }) => content as unknown as PublicationDocument,
        rules: toRules(type),
        isSame: isDeepEqual,
        store: (content, base) => savePublication(type, content, base),
        load: ({ id }) => fetchPublication(id),
        toErrors: (errors) =>
          toFirstMessages(
            errors.map((each) => ({ ...each, field: each.field.replace(/^(?:body\.)?content\./, '') })),
          ),
        drafts: (stored) => createDeviceDrafts(`capstan:publication:${stored?.id ?? type}`),
        onSaved(stored) {
          void client.invalidateQueries({
            predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/publications?'),
          })
          const title = stored.state === 'published' ? 'Published' : 'Saved'
          showToast({ title, description: describeState(stored) })
        },
        onFailed: (error) => showErrorToast(error, 'Not saved'),
      }),
  )

  /** Returns whether this can be saved; otherwise marks all errors and shows the first. */
  function check(content: unknown = document.getState().value): boolean {
    if (document.getState().recoverable) return false
    const errors = validatePublication(type, content)
    const marked = toFirstMessages(errors)
    document.setErrors(marked)
    if (revealError()) {
      const count = Object.keys(marked).length
      const others = count > 1 ? ` ${countOf(count, 'field')} are marked.` : ''
      showErrorToast(`${errors[0]!.message}${others}`, 'Not saved')
    }
    return errors.length === 0
  }

  async function save(): Promise<void> {
    if (!(await document.save())) revealError()
  }

  /** Moves to the first error, and returns whether there is one. */
  function revealError(): boolean {
    const [field] = Object.keys(document.getState().errors)
    if (field !== undefined) document.revealErrors(field)
    return field !== undefined
  }

  return { document, check, save }
}

function describeState({ state, type, content }: EditedPublication): string {
  const { noun } = PUBLICATION_LABELS[type]
  if (state === 'published') return 'The site shows your changes.'
  if (state !== 'scheduled') return `The ${noun} is a draft: only staff can see it.`
  return content.publishOn > toBusinessDate(new Date())
    ? `The ${noun} will be published on ${formatDay(content.publishOn)}. Until then only staff can see it.`
    : `The day has begun: the ${noun} will be published within a minute.`
}

function toRules(type: PublicationType): FieldRules<PublicationDocument> {
  const fields = new Map(listFields(PUBLICATION_FIELDS[type]).map((field) => [field.path, field]))
  return {
    isField: (path) => fields.has(path),
    getLabel: (path) => fields.get(path)?.label ?? path,
    toText: (path, value) => {
      const field = fields.get(path)
      return field ? formatSiteField(field, value) : JSON.stringify(value)
    },
  }
}
