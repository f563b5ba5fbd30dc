import { createContext, useContext } from 'react'
import { getIn } from '#contracts/site-content/fields.ts'
import type { Editor } from './use-editor.ts'

/** The form state that the fields of the editor share. */
export const EditorContext = createContext<Editor | undefined>(undefined)

export function useEditorContext(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('useEditorContext must be called inside EditorContext.')
  return editor
}

/** The value and the error of the field at a path, the function that changes it, and the ref for its control. */
export function useField(path: string) {
  const { content, fieldErrors, change, focus } = useEditorContext()
  const fieldError = fieldErrors.find(({ field }) => field === path)
  return {
    value: getIn(content, path),
    error: fieldError && toFieldMessage(fieldError.message),
    ref: focus.register(path),
    change: (value: unknown | ((before: unknown) => unknown)) => change(path, value),
  }
}

/** 'Company, Email: please enter ...' → 'Please enter ...', because the field shows its own label. */
function toFieldMessage(message: string): string {
  const text = message.slice(message.indexOf(': ') + (message.includes(': ') ? 2 : 1))
  return text.charAt(0).toUpperCase() + text.slice(1)
}
