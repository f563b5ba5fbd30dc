import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { SpecificationTemplate } from '#contracts/catalogue/specification-template.ts'
import { DEFAULT_CATEGORIES } from '#contracts/item/kind.ts'
import { LIMITS } from '#contracts/limits.ts'
import { isDefaultCategory } from '../form/category-field.tsx'
import type { SpecificationRow } from '../form/item-form-values.ts'
import { type ItemFormState, useItemValue } from '../form/use-item-form.ts'
import { templateQuery } from '../queries.ts'
import { applyTemplate } from './template-rows.ts'

/** After the last key of a new category. */
const DEBOUNCE_MS = 400

/**
 * The template of the item's category. A new item gets its rows when the category is chosen; without a category only those
 * that staff have edited, because a new form has four empty rows ([FRM-2]).
 */
export function useTemplate({ kind, id, document }: ItemFormState): SpecificationTemplate | undefined {
  const category = useItemValue('category') || DEFAULT_CATEGORIES[kind]
  const [settled, setSettled] = useState(category)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(category), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [category])
  const { data: template } = useQuery(templateQuery(kind, settled, id))
  const isNew = id === undefined
  // A form that follows another one has the names of the item before.
  const [appliedCategory, setAppliedCategory] = useState(
    document.getState().value.rows.some(({ key }) => key.trim()) ? category : undefined,
  )
  const apply = useEffectEvent((loaded: SpecificationTemplate) => {
    if (!isNew || loaded.category === appliedCategory || loaded.category !== category) return
    setAppliedCategory(loaded.category)
    const isUsed = loaded.origin === 'edited' || !isDefaultCategory(kind, loaded.category)
    const minRows = kind === 'service' ? 0 : LIMITS.initialSpecificationRows
    if (isUsed || appliedCategory !== undefined)
      document.changeField('rows', (rows: SpecificationRow[]) =>
        applyTemplate(rows, isUsed ? loaded : { rows: [] }, minRows),
      )
  })
  useEffect(() => {
    if (template) apply(template)
  }, [template])
  return template?.category === category ? template : undefined
}
