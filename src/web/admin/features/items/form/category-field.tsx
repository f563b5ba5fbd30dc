import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '#contracts/format.ts'
import { DEFAULT_CATEGORIES, type Kind } from '#contracts/item/kind.ts'
import { LIMITS } from '#contracts/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Select, TextField } from '#web/ui/field.tsx'
import { categoriesQuery } from '../queries.ts'

/** No category contains a line break. */
const NEW_CATEGORY = '\n'

/** Whether an item of this kind with this category is in none that staff have chosen. */
export const isDefaultCategory = (kind: Kind, category: string): boolean =>
  category === '' || category === DEFAULT_CATEGORIES[kind]

interface CategoryFieldProps {
  /** Undefined for items of several kinds. */
  kind: Kind | undefined
  value: string
  /** The choice of an item without a category: its value and its text. */
  emptyChoice: { value: string; label: string }
  onChange: (category: string) => void
  required?: boolean
  hint?: string
  /** Enter in a new category returns to the list with it instead of sending the form. */
  returnsOnEnter?: boolean
}

/** A choice of the categories in use with their numbers of items, or a new one. */
export function CategoryField(props: CategoryFieldProps) {
  const { kind, value, emptyChoice, onChange, required, hint, returnsOnEnter = false } = props
  const { data: categories = [] } = useQuery(categoriesQuery(kind))
  // Undefined until a new category is entered for the first time: the list takes the focus only when it is shown again.
  const [isNew, setNew] = useState<boolean>()
  const choices = categories.filter(({ name }) => !kind || !isDefaultCategory(kind, name))
  const isEmpty = value === emptyChoice.value || (kind !== undefined && isDefaultCategory(kind, value))
  const findChoice = (name: string) =>
    choices.find((choice) => choice.name.toLowerCase() === name.toLowerCase())?.name
  const returnToList = (category: string) => {
    setNew(false)
    onChange(category)
  }
  if (isNew)
    return (
      <div className="grid gap-1.5">
        <TextField
          label="New category"
          autoFocus
          required
          maxLength={LIMITS.categoryLength}
          value={value}
          hint={hint}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={(event) => {
            if (!returnsOnEnter || event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            if (value.trim()) returnToList(findChoice(value.trim()) ?? value.trim())
          }}
        />
        <Button
          variant="link"
          size="sm"
          className="justify-self-start"
          onClick={() => returnToList(emptyChoice.value)}
        >
          Choose from the list
        </Button>
      </div>
    )
  return (
    <Select
      label="Category"
      autoFocus={isNew === false}
      required={required}
      value={isEmpty ? '' : value}
      hint={hint}
      onChange={({ target }) => {
        if (target.value === NEW_CATEGORY) setNew(true)
        onChange(target.value === NEW_CATEGORY ? '' : target.value || emptyChoice.value)
      }}
    >
      <option value="">{emptyChoice.label}</option>
      {!isEmpty && !choices.some(({ name }) => name === value) && <option>{value}</option>}
      {choices.map(({ name, count }) => (
        <option key={name} value={name}>
          {`${name} (${formatCount(count)})`}
        </option>
      ))}
      <option value={NEW_CATEGORY}>Add new category …</option>
    </Select>
  )
}
