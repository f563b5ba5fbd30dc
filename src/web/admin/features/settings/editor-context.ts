import { createContext, useContext } from 'react'
import { readAt } from '#contracts/site-content-fields.ts'
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
  const { content, faults, change } = useEditorContext()
  const fault = faults.find(({ field }) => field === path)
  return {
    value: readAt(content, path),
    error: fault && atField(fault.message),
    change: (value: unknown | ((before: unknown) => unknown)) => change(path, value),
  }
}

/** 'Company, E-mail: please give ...' → 'Please give ...': at the field its name is known. */
function atField(sentence: string): string {
  const own = sentence.slice(sentence.indexOf(': ') + (sentence.includes(': ') ? 2 : 1))
  return own.charAt(0).toUpperCase() + own.slice(1)
}
