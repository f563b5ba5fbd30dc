import { ItemForm, SPARE_PART_FORM } from '../../features/items/form/item-form.tsx'

export default function SparePartForm() {
  return <ItemForm config={SPARE_PART_FORM} />
}
