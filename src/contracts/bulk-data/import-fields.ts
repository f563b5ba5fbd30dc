import { getFieldTitle } from '../item/commercial-fields.ts'

/** A field of an item that a column of an imported file can contain, and the titles by which it is recognised. */
interface ImportFieldDefinition {
  label: string
  /**
   * The usual titles of such a column, the best first, in lower case without punctuation: 'hsn/sac code' is
   * 'hsn sac code'. A longer title matches if it contains one of them ('rate in rs').
   */
  titles: readonly string[]
}

const splitTitles = (titles: string): string[] => titles.split(/,\s+/)
const field = (label: string, titles: string): ImportFieldDefinition => ({
  label,
  titles: splitTitles(titles),
})

/** The fields in the order of the columns of an export. */
export const IMPORT_FIELDS = {
  id: field('ID', 'id, item id, product id, capstan id'),
  revision: field('Revision', 'revision, item revision'),
  kind: field('Type', 'type, kind, item type, type of item, product type'),
  code: field(
    getFieldTitle('code'),
    `code, item code, part no, part number, part code, product code, sku, item no, item number, model no,
    model number, model code, article no, article number, article code, catalogue no, catalogue number,
    catalog no, catalog number, cat no, material code, material no, stock code, order no, order code,
    reference no, ref no, drawing no, drg no, spare part no, spare code, machine code, service code, part,
    article, model`,
  ),
  name: field(
    'Name',
    `name, item name, product name, part name, spare part name, spare name, machine name, service name,
    name of item, name of the item, name of product, name of part, title, particulars, particular,
    description of goods, description of item, description of items, item description, product description,
    part description, material description, item details, product details, nomenclature, designation, item,
    product, items, products, machine, spare part, spare, service, material`,
  ),
  description: field(
    'Description',
    `description, long description, detailed description, full description, short description, desc, details,
    detail, about, application`,
  ),
  category: field(
    'Category',
    `category, item category, product category, group, item group, product group, product line, family,
    product family, sub category, class`,
  ),
  brand: field('Brand', 'brand, make, brand name, manufacturer, mfr, mfg, made by, company, brand make'),
  price: field(
    'Price (Rs.)',
    `price, rate, unit price, unit rate, selling price, sale price, sales price, offer price, our price,
    our rate, net price, net rate, special price, basic price, basic rate, new price, revised price,
    revised rate, current price, discounted price, price per unit, price each, rate per unit, rate each,
    ex works price, list price, list rate, lp, new rate, retail rate, special rate, offer rate, final rate,
    gross rate, trade rate, oem rate, bulk rate, contract rate, customer rate, export rate, charges,
    service charges, fee, rs, inr, rupees`,
  ),
  originalPrice: field(
    'Original price (Rs.)',
    `original price, regular price, price before discount, before discount`,
  ),
  features: field('Key features', 'key features, features, feature, highlights'),
  featured: field('Featured', 'featured, is featured, show on home page, on home page, best seller'),
  state: field('State', 'state, status, published, item state, item status, publication'),
  hsn: field(
    getFieldTitle('hsn'),
    `hsn or sac code, hsn, hsn code, hsn no, hsn number, hsn sac, hsn sac code, sac, sac code, sac hsn,
    hsn or sac, tariff no, tariff code, customs tariff`,
  ),
  gstRate: field(
    getFieldTitle('gstRate'),
    `gst rate, gst, gst percent, gst percentage, rate of gst, igst, igst rate, tax, tax rate, tax percent,
    tax percentage, rate of tax, gst tax, gst slab`,
  ),
  unit: field(
    getFieldTitle('unit'),
    `unit, uom, u o m, units, unit of measure, unit of measurement, uqc, measure, per, sales unit`,
  ),
  minimumQuantity: field(
    getFieldTitle('minimumQuantity'),
    `minimum quantity, moq, m o q, min qty, min quantity, minimum qty, minimum order quantity,
    minimum order qty, min order qty, min order quantity, minimum order, min order`,
  ),
  leadTimeDays: field(
    getFieldTitle('leadTimeDays'),
    `lead time, delivery, delivery time, delivery period, delivery days, lead days, lead time in days,
    dispatch time, despatch time, delivery lead time, delivery schedule`,
  ),
  availability: field(
    getFieldTitle('availability'),
    `availability, stock, stock status, in stock, available, stock position, life cycle`,
  ),
  warrantyMonths: field(
    getFieldTitle('warrantyMonths'),
    `warranty, warranty period, guarantee, guarantee period, warranty months, warranty in months`,
  ),
  fits: field(
    'Fits',
    `fits, fits machine, fits machines, suitable for, suits, compatible with, compatible machines,
    for machine, for machines`,
  ),
  replacedBy: field('Replaced by', 'replaced by, superseded by, replacement, replacement part, successor'),
  accessories: field('Accessories', 'accessories, accessory, optional accessories'),
  alternatives: field('Alternatives', 'alternatives, alternative, alternate, alternate part, equivalent'),
}

/** The fields with other items: codes, or else names, separated by semicolons. */
export const RELATION_FIELDS = ['fits', 'replacedBy', 'accessories', 'alternatives'] as const
export type RelationField = (typeof RELATION_FIELDS)[number]

/** The fields that say which item a row is about. */
export type KeyField = 'id' | 'revision' | 'kind'
export type ImportField = keyof typeof IMPORT_FIELDS
export const IMPORT_FIELD_NAMES = Object.keys(IMPORT_FIELDS) as [ImportField, ...ImportField[]]

/** Titles of columns that contain nothing of an item. They are left out unless the user asks for them. */
export const IGNORED_TITLES: readonly string[] = splitTitles(
  `s no, sno, sl no, slno, sl, sr no, srno, sr, si no, serial no, serial number, serial, no, nos, row, index,
  qty, quantity, order qty, stock qty, opening stock, closing stock, amount, amt, total, total amount,
  total price, value, sub total, old price, old rate, previous price, previous rate, other specifications,
  documents, remarks, remark, notes, note, comments, comment, problems, discount, disc, cgst, sgst, utgst,
  cess, gst amount, tax amount, photo, image, picture, date`,
)
