import { IMPORT_FIELD_NAMES, type ImportField } from '#contracts/import-fields.ts'

/** The groups of fields in which they are offered. */
const GROUPS: Record<ImportField, string> = {
  name: 'Item',
  code: 'Item',
  kind: 'Item',
  id: 'Item',
  revision: 'Item',
  description: 'Description',
  category: 'Description',
  brand: 'Description',
  features: 'Description',
  price: 'Price and tax',
  originalPrice: 'Price and tax',
  hsn: 'Price and tax',
  gstRate: 'Price and tax',
  unit: 'Price and tax',
  minimumQuantity: 'Delivery and warranty',
  leadTimeDays: 'Delivery and warranty',
  availability: 'Delivery and warranty',
  warrantyMonths: 'Delivery and warranty',
  state: 'Website',
  featured: 'Website',
  fits: 'Relations',
  replacedBy: 'Relations',
  accessories: 'Relations',
  alternatives: 'Relations',
}

/** The fields by group, in the order of the groups. */
export const FIELD_GROUPS: [group: string, fields: ImportField[]][] = [
  ...Map.groupBy(IMPORT_FIELD_NAMES, (field) => GROUPS[field]),
]
