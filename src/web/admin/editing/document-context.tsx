import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { CheckboxField, Select, TextArea, TextField } from '#web/ui/field.tsx'
import type { DocumentState, EditedDocument } from './edited-document.ts'
import { getField } from './merge.ts'

// biome-ignore lint/suspicious/noExplicitAny: every field is given the document that its form edits
type AnyDocument = EditedDocument<any, any>

const DocumentContext = createContext<AnyDocument | null>(null)
export const DocumentProvider = DocumentContext.Provider

/** Creates the document of a form, or what contains it, once, and opens it while the form is shown. */
export function useOpenDocument<Opened extends Pick<AnyDocument, 'open'>>(create: () => Opened): Opened {
  const [opened] = useState(create)
  useEffect(() => opened.open(), [opened])
  return opened
}

/** The edited document of the form. Throws outside the provider. */
export function useEditedDocument(): AnyDocument {
  const document = useContext(DocumentContext)
  if (!document) throw new Error('useEditedDocument needs a DocumentProvider.')
  return document
}

/** The state of a document, or what `select` takes from it: the component renders again only when that changes. */
export function useDocumentState<
  Value,
  Stored extends { revision: number },
  Part = DocumentState<Value, Stored>,
>(
  document: EditedDocument<Value, Stored>,
  select: (state: DocumentState<Value, Stored>) => Part = (state) => state as Part,
): Part {
  return useSyncExternalStore(document.subscribe, () => select(document.getState()))
}

/**
 * The value and the error of a field, and what its control needs. The error is shown once the field was left or all errors are
 * shown, or at once.
 */
export function useField<Field = string>(path: string, { isCheckedAtOnce = false } = {}) {
  const document = useEditedDocument()
  const [isVisited, setVisited] = useState(false)
  const value = useDocumentState(document, (state): Field => getField(state.value, path) as Field)
  const error = useDocumentState(document, ({ errors, problems, showsAllErrors }) =>
    isVisited || showsAllErrors || isCheckedAtOnce ? (errors[path] ?? problems[path]) : undefined,
  )
  return {
    value,
    error,
    change: (field: Field | ((before: Field) => Field)) => document.changeField(path, field),
    control: { ref: document.focus.register(path), onBlur: () => setVisited(true) },
  }
}

interface EditedFieldProps {
  path: string
  label: string
  hint?: ReactNode
  className?: string
}

interface EditedTextFieldProps extends EditedFieldProps {
  /** Whether errors are shown while the text is entered. */
  isCheckedAtOnce?: boolean
}

/** A text of the document. */
export function EditedTextField({
  path,
  isCheckedAtOnce = false,
  ...props
}: EditedTextFieldProps & ComponentProps<typeof TextField>) {
  const { value = '', error, change, control } = useField<string | undefined>(path, { isCheckedAtOnce })
  return (
    <TextField
      autoComplete="off"
      value={value}
      error={error}
      onChange={({ target }) => change(target.value)}
      {...control}
      {...props}
    />
  )
}

/** A text of several lines. */
export function EditedTextArea({ path, ...props }: EditedFieldProps & ComponentProps<typeof TextArea>) {
  const { value = '', error, change, control } = useField<string | undefined>(path)
  return (
    <TextArea
      value={value}
      error={error}
      onChange={({ target }) => change(target.value)}
      {...control}
      {...props}
    />
  )
}

/** A yes or no of the document. */
export function EditedCheckbox({ path, label }: { path: string; label: string }) {
  const { value, change, control } = useField<boolean>(path)
  return (
    <CheckboxField
      label={label}
      checked={value}
      onChange={({ target }) => change(target.checked)}
      {...control}
    />
  )
}

/** A choice of the document. */
export function EditedSelect({
  path,
  onChoose,
  ...props
}: EditedFieldProps & {
  /** Replaces the change of the field alone. */
  onChoose?: (value: string) => void
} & Omit<ComponentProps<typeof Select>, 'onChange'>) {
  const { value, error, change, control } = useField(path)
  return (
    <Select
      value={value}
      error={error}
      onChange={({ target }) => (onChoose ?? change)(target.value)}
      {...control}
      {...props}
    />
  )
}
