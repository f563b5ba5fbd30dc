import { useRef, useState } from 'react'
import { Link } from 'react-router'
import {
  TRANSLATION_STATES,
  type TranslationBody,
  type TranslationRow,
  type TranslationState,
} from '#contracts/translation/translation.ts'
import { LANGUAGES, type TranslatedLanguage } from '#messages/language.ts'
import { send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { ADMIN_PATHS, toEditPath, toPublicationPath } from '#web/lib/navigation/admin-paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { ChangedText } from '../../editing/revision-list.tsx'
import { adminApi } from '../../session/session.ts'
import { useUnsavedChanges } from '../../session/unsaved-changes.ts'
import { showErrorToast } from '../../shell/error-toast.ts'

interface TranslationCardProps {
  row: TranslationRow
  language: TranslatedLanguage
  /** Shows a saved translation in the list. */
  onSaved: (saved: Pick<TranslationRow, 'source' | 'translation' | 'state'>) => void
}

/** What was entered and could not be saved, until the document is closed: the list shows other texts meanwhile. */
const entered = new Map<string, string>()

/** A text with its translation beside it, which is saved when the field is left. */
export function TranslationCard({ row, language, onSaved }: TranslationCardProps) {
  const { source, translation, state, uses, useCount, previous } = row
  const key = `${language} ${source}`
  const [edited, setEdited] = useState(entered.get(key))
  const [error, setError] = useState<string>()
  const text = edited ?? translation
  const isChanged = text.trim() !== translation
  useUnsavedChanges(isChanged)
  const edit = (value: string | undefined) => {
    if (value === undefined) entered.delete(key)
    else entered.set(key, value)
    setEdited(value)
  }
  /** What the field had when it was left during a save. */
  const next = useRef<string>(undefined)
  const { send: request, isPending } = useGuardedMutation({
    mutationFn: (sent: string) =>
      send<{ state: TranslationState }>(adminApi, 'PUT', '/api/translations', {
        language,
        source,
        translation: sent,
        previous: translation,
      } satisfies TranslationBody),
    onSuccess: (saved, sent) => {
      onSaved({ source, translation: sent, state: saved.state })
      setError(undefined)
      if (entered.get(key)?.trim() === sent) edit(undefined)
    },
    onError: (reason) => {
      next.current = undefined
      setError(reason.message)
      showErrorToast(reason, 'Translation not saved')
    },
    onSettled: () => {
      const waiting = next.current
      next.current = undefined
      if (waiting !== undefined) void request(waiting)
    },
  })
  const save = (value: string) => {
    if (isPending) next.current = value.trim()
    else void request(value.trim())
  }
  const saveIfChanged = () => {
    if (isChanged) save(text)
  }
  const isCurrent = !isChanged && !isPending
  return (
    <li className="grid gap-x-6 gap-y-3 rounded-lg border border-line bg-surface p-4 md:grid-cols-2">
      <div className="min-w-0">
        <p className="whitespace-pre-line break-words">{source}</p>
        <p className="mt-2 text-muted text-sm">
          {uses.map((use, index) => (
            <span key={`${use.document} ${use.label}`}>
              {index > 0 && '; '}
              <Link to={toUsePath(use)} className="text-link underline">
                {use.label}
              </Link>
            </span>
          ))}
          {useCount > uses.length && ` and ${useCount - uses.length} more`}
        </p>
        {state === 'missing' && previous && (
          <div className="mt-3 border-line-strong border-l-2 pl-3 text-sm">
            <p className="font-semibold">Changed since it was translated</p>
            <p className="whitespace-pre-line">
              <ChangedText before={previous.source} after={source} />
            </p>
            <p lang={language} className="mt-1 whitespace-pre-line">
              {previous.translation}
            </p>
          </div>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-2">
        <TextArea
          label={LANGUAGES[language].englishName}
          lang={language}
          dir="auto"
          className="[&_textarea]:field-sizing-content [&_textarea]:min-h-(--size-control)"
          value={text}
          error={error}
          onChange={({ target }) => edit(target.value)}
          aria-keyshortcuts="Control+Enter"
          onBlur={saveIfChanged}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) focusNext(event.currentTarget)
          }}
        />
        <div className="flex min-h-(--size-control-sm) flex-wrap items-center gap-x-3 gap-y-1">
          <span role="status">
            <Badge tone={state === 'done' ? 'plain' : 'featured'}>
              {isPending ? 'Saving...' : isChanged ? 'Not saved' : TRANSLATION_STATES[state]}
            </Badge>
          </span>
          {isCurrent && state === 'unreviewed' && (
            <Button size="sm" variant="outline" onClick={() => save(translation)}>
              It is correct
            </Button>
          )}
          {isCurrent && state === 'missing' && previous && (
            <Button size="sm" variant="outline" onClick={() => edit(previous.translation)}>
              Start from the former translation
            </Button>
          )}
          {isCurrent && state === 'missing' && (
            <Button size="sm" variant="outline" onClick={() => save(source)}>
              Same as English
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}

/** Leaves a field, which saves it, for that of the next text. */
const focusNext = (field: HTMLElement) =>
  field.closest('li')?.nextElementSibling?.querySelector('textarea')?.focus()

/** The screen that edits the document of a text. */
function toUsePath({ group, document, label }: TranslationRow['uses'][number]): string {
  if (group === 'site') return `${ADMIN_PATHS.settings}?section=${document}`
  if (group === 'publication') return toPublicationPath(document)
  if (group === 'machine' || group === 'service' || group === 'spare') return toEditPath(group, document)
  return `${ADMIN_PATHS.items}?${new URLSearchParams({ search: label.split(': ')[0] ?? '' })}`
}
