import type { Quotation } from '#contracts/quotation/record.ts'
import { useDocumentState, useEditedDocument } from '#web/admin/editing/document-context.tsx'
import type { DocumentState } from '#web/admin/editing/edited-document.ts'
import { useStore } from '#web/lib/store.ts'
import { type Draft, toDraftField } from './draft.ts'
import type { QuotationDocument } from './quotation-document.ts'

/** The quotation in the open editor. Throws outside the provider. */
export const useQuotation = () => useEditedDocument() as QuotationDocument

type QuotationState = DocumentState<Draft, Quotation>

/** The state of the open editor, or a part of it. */
export const useQuotationState = <Part = QuotationState>(select?: (state: QuotationState) => Part): Part =>
  useDocumentState(useQuotation(), select)

/** The amounts as the server has calculated them. */
export function useCalculation() {
  const { calculation } = useQuotation()
  return useStore(calculation, calculation.get())
}

/** What to check in a field of the stored draft, such as a price far from the list price. */
export const useFieldWarning = (path: string): string | undefined =>
  useQuotationState(({ stored }) => {
    const keys = stored?.lines.map(({ key = '' }) => key) ?? []
    return stored?.warnings.find(({ field }) => toDraftField(field, keys) === path)?.message
  })
