import type { Location } from 'react-router'
import { formatList } from '#contracts/format.ts'
import type { ItemCopy, OmittedCode } from '#contracts/item/admin-item.ts'
import { createEmptyRow, type ItemFormValues } from './item-form-values.ts'

/** What the copy of an item has not. */
export type Omissions = Pick<ItemCopy, 'omittedCodes' | 'omittedFiles'>

/** The state of the history entry of a copy's form, which has all of `formState`. */
export const toCopyState = (formState: unknown, { omittedCodes, omittedFiles }: Omissions): Omissions => ({
  ...(formState as object | null),
  ...{ omittedCodes, omittedFiles },
})

/** What was not copied; undefined if the form was not opened by copying an item. */
export function getOmissions({ state }: Location): Omissions | undefined {
  const { omittedCodes, omittedFiles } = (state ?? {}) as Partial<Omissions>
  return omittedCodes && { omittedCodes, omittedFiles: omittedFiles ?? { documents: 0, drawings: 0 } }
}

/** Says which codes and files of the original a copy has not; empty if it has all of them. */
export function describeOmissions({
  omittedCodes,
  omittedFiles: { documents, drawings },
}: Omissions): string {
  const names = omittedCodes.map(({ name }) => name.toLowerCase())
  const files = [
    documents > 0 && (documents === 1 ? 'one document' : `${documents} documents`),
    drawings > 0 && (drawings === 1 ? 'one assembly drawing' : `${drawings} assembly drawings`),
  ].filter((file) => file !== false)
  return [
    names.length > 0 &&
      `The ${formatList(names)} ${names.length === 1 ? 'was' : 'were'} not copied. Enter the new one.`,
    files.length > 0 &&
      `The original has ${formatList(files)}, which ${documents + drawings === 1 ? 'was' : 'were'} not copied. Add what belongs to this item as well.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Adds rows with the names of the codes that were not copied, where the original has them. */
export function addCodeRows(values: ItemFormValues, omittedCodes: OmittedCode[]): ItemFormValues {
  let { rows } = values
  for (const { name, position } of omittedCodes)
    if (position !== undefined) rows = rows.toSpliced(position, 0, { ...createEmptyRow(), key: name })
  return { ...values, rows }
}
