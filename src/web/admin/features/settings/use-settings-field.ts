import { useDocumentState, useEditedDocument, useField } from '../../editing/document-context.tsx'
import type { ContentDocument } from './settings-api.ts'
import type { SettingsDocument } from './use-settings-form.ts'

const useSettingsDocument = () => useEditedDocument() as SettingsDocument

/** All that the form contains. */
export const useSettingsContent = (): ContentDocument =>
  useDocumentState(useSettingsDocument(), ({ value }) => value)

/** The present values of numbers that follow the catalogue, by choice. */
export const useAutomaticNumbers = () =>
  useDocumentState(useSettingsDocument(), ({ stored }) => stored?.automatic ?? {})

/** The value and the error of the field at a path, the function that changes it, and the ref for its control. */
export function useSettingsField(path: string) {
  const { value, error, change, control } = useField<unknown>(path)
  return { value, error: error && toFieldMessage(error), ref: control.ref, change }
}

/** 'Company, Email: enter ...' → 'Enter ...', because the field shows its own label. */
function toFieldMessage(message: string): string {
  const text = message.slice(message.indexOf(': ') + (message.includes(': ') ? 2 : 1))
  return text.charAt(0).toUpperCase() + text.slice(1)
}
