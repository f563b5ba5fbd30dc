import { createContext, useContext } from 'react'
import { getIn } from '#contracts/site-content-fields.ts'
import type { Editor } from './use-editor.ts'

/** The editor around the fields. */
export const EditorContext = createContext<Editor | undefined>(undefined)

export function useEditorContext(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('A field of the settings stands in an editor.')
  return editor
}

/** What stands at a path, what is wrong with it, and how to change it. */
export function useField(path: string) {
  const { content, fieldErrors, change } = useEditorContext()
  const fieldError = fieldErrors.find(({ field }) => field === path)
  return {
    value: getIn(content, path),
    error: fieldError && toFieldMessage(fieldError.message),
    change: (value: unknown | ((before: unknown) => unknown)) => change(path, value),
  }
}

/** 'Company, E-mail: please give ...' → 'Please give ...': at the field its name is known. */
function toFieldMessage(message: string): string {
  const text = message.slice(message.indexOf(': ') + (message.includes(': ') ? 2 : 1))
  return text.charAt(0).toUpperCase() + text.slice(1)
}
