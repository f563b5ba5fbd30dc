import { ItemForm, MACHINE_FORM } from '../../features/items/form/item-form.tsx'

export default function MachineForm() {
  return <ItemForm config={MACHINE_FORM} />
}
