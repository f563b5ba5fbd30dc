/** What can be wrong with items, with the labels of the tabs, in the order of the screen. */
export const FINDING_TYPE_LABELS = {
  names: 'Similar names',
  units: 'Different units',
  values: 'Unusual values',
  duplicates: 'Duplicates',
  picture: 'No picture',
  price: 'No price',
  code: 'No code',
  hsn: 'No HSN or SAC',
} as const
export type FindingType = keyof typeof FINDING_TYPE_LABELS
export const FINDING_TYPES = Object.keys(FINDING_TYPE_LABELS) as [FindingType, ...FindingType[]]

/** The most characters of the reason of a dismissal. */
export const DISMISSAL_REASON_LENGTH = 300
