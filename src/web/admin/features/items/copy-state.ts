import type { Location } from 'react-router'
import type { OmittedCode } from '#contracts/admin-item.ts'
import { createEmptyRow, type ItemFormValues } from './item-form-values.ts'

interface CopyState {
  omittedCodes: OmittedCode[]
}

/** The state of the history entry of a copy's form, which has all of `formState`. */
export const toCopyState = (formState: unknown, omittedCodes: OmittedCode[]): CopyState => ({
  ...(formState as object | null),
  omittedCodes,
})

/** The codes that were not copied; undefined if the form was not opened by copying an item. */
export const getOmittedCodes = ({ state }: Location): OmittedCode[] | undefined =>
  (state as Partial<CopyState> | null)?.omittedCodes

/** Adds rows with the names of the codes that were not copied, where the original has them. */
export function addCodeRows(values: ItemFormValues, omittedCodes: OmittedCode[]): ItemFormValues {
  let { rows } = values
  for (const { name, position } of omittedCodes)
    if (position !== undefined) rows = rows.toSpliced(position, 0, { ...createEmptyRow(), key: name })
  return { ...values, rows }
}
