import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useState,
  useSyncExternalStore,
} from 'react'
import { CheckboxField, Select, TextArea, TextField } from '#web/ui/field.tsx'
import { type Draft, toDraftField } from './draft.ts'
import type { EditorSession, SessionState } from './editor-session.ts'

const SessionContext = createContext<EditorSession | null>(null)
export const SessionProvider = SessionContext.Provider

/** The open editor. Throws outside the provider. */
export function useSession(): EditorSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider.')
  return session
}

/** The state of the open editor. */
export const useSessionState = (): SessionState => {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.getState)
}

/** One value of the state: the component renders again only when it changes. */
export function useSessionValue<Value>(select: (state: SessionState) => Value): Value {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, () => select(session.getState()))
}

/** What is wrong or missing in a field, once it was left or all errors are shown. */
export function useFieldError(path: string) {
  const [isVisited, setVisited] = useState(false)
  const error = useSessionValue(({ errors, missing, showsAllErrors }) =>
    isVisited || showsAllErrors ? (errors[path] ?? missing[path]) : undefined,
  )
  return { error, fieldProps: { 'data-field': path, onBlur: () => setVisited(true) } }
}

/** What to check in a field of the stored draft, such as a price far from the list price. */
export const useFieldWarning = (path: string): string | undefined =>
  useSessionValue(({ stored }) => {
    const keys = stored?.lines.map(({ key = '' }) => key) ?? []
    return stored?.warnings.find(({ field }) => toDraftField(field, keys) === path)?.message
  })

/** Focuses a field of the editor once its message is rendered; of a part that has no field, the one that contains it. */
export function focusField(path: string | undefined): void {
  const parts = path?.split('.') ?? []
  const paths = parts.map((_part, index) => parts.slice(0, parts.length - index).join('.'))
  setTimeout(() => {
    for (const each of paths) {
      const element = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(each)}"]`)
      if (element) return element.focus()
    }
  })
}

type TextName = 'subject' | 'customerReference' | 'exchangeRate' | 'discountPercent' | 'validUntil'

interface DraftFieldProps {
  label: string
  hint?: ReactNode
  className?: string
}

/** A text of the draft. */
export function DraftTextField({
  name,
  label,
  ...rest
}: DraftFieldProps & { name: TextName } & ComponentProps<'input'>) {
  const session = useSession()
  const value = useSessionValue(({ draft }) => draft[name])
  const { error, fieldProps } = useFieldError(name)
  return (
    <TextField
      label={label}
      autoComplete="off"
      value={value}
      error={error}
      onChange={({ target }) => session.change((draft) => ({ ...draft, [name]: target.value }))}
      {...fieldProps}
      {...rest}
    />
  )
}

/** A detail of the buyer. */
export function BuyerField({
  name,
  multiline = false,
  label,
  ...rest
}: DraftFieldProps & { name: keyof Draft['buyer']; multiline?: boolean; maxLength?: number; type?: string }) {
  const session = useSession()
  const value = useSessionValue(({ draft }) => draft.buyer[name])
  const { error, fieldProps } = useFieldError(`buyer.${name}`)
  const change = (text: string) =>
    session.change((draft) => ({ ...draft, buyer: { ...draft.buyer, [name]: text } }))
  const props = { label, value, error, autoComplete: 'off', ...fieldProps, ...rest }
  if (multiline) return <TextArea {...props} rows={3} onChange={({ target }) => change(target.value)} />
  return <TextField {...props} onChange={({ target }) => change(target.value)} />
}

/** A yes or no of the draft. */
export function DraftCheckbox({
  name,
  label,
}: {
  name: 'sez' | 'showPictures' | 'attachDataSheets'
  label: string
}) {
  const session = useSession()
  const checked = useSessionValue(({ draft }) => draft[name])
  return (
    <CheckboxField
      label={label}
      checked={checked}
      onChange={({ target }) => session.change((draft) => ({ ...draft, [name]: target.checked }))}
    />
  )
}

/** A choice of the draft. */
export function DraftSelect({
  name,
  label,
  change = (draft, value) => ({ ...draft, [name]: value }),
  children,
  ...rest
}: DraftFieldProps & {
  name: 'currency' | 'ownerId'
  /** Returns the draft with the chosen value. */
  change?: (draft: Draft, value: string) => Draft
  children: ReactNode
}) {
  const session = useSession()
  const value = useSessionValue(({ draft }) => draft[name])
  const { error, fieldProps } = useFieldError(name)
  return (
    <Select
      label={label}
      value={value}
      error={error}
      onChange={({ target }) => session.change((draft) => change(draft, target.value))}
      {...fieldProps}
      {...rest}
    >
      {children}
    </Select>
  )
}
