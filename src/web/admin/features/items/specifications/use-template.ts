import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { SpecificationTemplate } from '#contracts/catalogue/specification-template.ts'
import type { Kind } from '#contracts/item/item.ts'
import { DEFAULT_CATEGORIES } from '#contracts/item/kind.ts'
import { LIMITS } from '#contracts/limits.ts'
import { isDefaultCategory } from '../form/category-field.tsx'
import type { ItemFormState } from '../form/use-item-form.ts'
import { templateQuery } from '../queries.ts'
import { applyTemplate } from './template-rows.ts'

/** After the last key of a new category. */
const DEBOUNCE_MS = 400

/**
 * The template of the item's category. A new item gets its rows when the category is chosen; without a category only those
 * that staff have edited, because a new form has four empty rows ([FRM-2]).
 */
export function useTemplate(form: ItemFormState, kind: Kind): SpecificationTemplate | undefined {
  const category = form.value.category || DEFAULT_CATEGORIES[kind]
  const [settled, setSettled] = useState(category)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(category), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [category])
  const { data: template } = useQuery(templateQuery(kind, settled, form.id))
  const isNew = form.revision === 0
  // A form that follows another one has the names of the item before.
  const [appliedCategory, setAppliedCategory] = useState(
    form.base.rows.some(({ key }) => key.trim()) ? category : undefined,
  )
  const apply = useEffectEvent((loaded: SpecificationTemplate) => {
    if (!isNew || loaded.category === appliedCategory || loaded.category !== category) return
    setAppliedCategory(loaded.category)
    const isUsed = loaded.origin === 'edited' || !isDefaultCategory(kind, loaded.category)
    const minRows = kind === 'service' ? 0 : LIMITS.initialSpecificationRows
    if (isUsed || appliedCategory !== undefined)
      form.change(({ rows }) => ({ rows: applyTemplate(rows, isUsed ? loaded : { rows: [] }, minRows) }))
  })
  useEffect(() => {
    if (template) apply(template)
  }, [template])
  return template?.category === category ? template : undefined
}
