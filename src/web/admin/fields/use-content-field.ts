import { capitalize } from '#contracts/format.ts'
import { useDocumentState, useEditedDocument, useField } from '../editing/document-context.tsx'

/** All that the form contains; values can be missing or invalid. */
export const useContent = (): Record<string, unknown> =>
  useDocumentState(useEditedDocument(), ({ value }) => value as Record<string, unknown>)

/** The present values of numbers that follow the catalogue, by choice. */
export const useAutomaticNumbers = (): Record<string, string> =>
  useDocumentState(useEditedDocument(), ({ stored }) => stored?.automatic) ?? NO_NUMBERS
const NO_NUMBERS: Record<string, string> = {}

/** The value and the error of the field at a path, the function that changes it, and the ref for its control. */
export function useContentField(path: string) {
  const { value, error, change, control } = useField<unknown>(path)
  return { value, error: error && toFieldMessage(error), ref: control.ref, change }
}

/** 'Company, Email: enter ...' → 'Enter ...', because the field shows its own label. */
function toFieldMessage(message: string): string {
  const text = message.slice(message.indexOf(': ') + (message.includes(': ') ? 2 : 1))
  return capitalize(text)
}
