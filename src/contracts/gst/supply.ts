import { type GstState, getStateTaxLabel } from './states.ts'

type Tax = 'cgst' | 'sgst' | 'igst'

/**
 * How a supply is taxed (docs/gst.md). Exports and supplies to special economic zones (SEZ) are free of tax under a letter of
 * undertaking; without one, integrated tax is paid (IGST Act, section 16). Their notes are those of rule 46 of the CGST Rules.
 */
export const SUPPLIES = {
  'intra-state': { label: 'Within the state', taxes: ['cgst', 'sgst'], total: 'Total with GST', note: '' },
  'inter-state': { label: 'To another state: IGST', taxes: ['igst'], total: 'Total with GST', note: '' },
  export: {
    label: 'Export under a letter of undertaking: no tax',
    taxes: [],
    total: 'Total, export without GST',
    note: 'Supply meant for export under letter of undertaking without payment of integrated tax.',
  },
  'export-with-tax': {
    label: 'Export with payment of IGST, without a letter of undertaking',
    taxes: ['igst'],
    total: 'Total, export with IGST',
    note: 'Supply meant for export with payment of integrated tax.',
  },
  sez: {
    label: 'To a special economic zone under a letter of undertaking: no tax',
    taxes: [],
    total: 'Total, supply to a special economic zone without GST',
    note: 'Supply to SEZ unit or SEZ developer for authorised operations under letter of undertaking without payment of integrated tax.',
  },
  'sez-with-tax': {
    label: 'To a special economic zone with payment of IGST, without a letter of undertaking',
    taxes: ['igst'],
    total: 'Total with IGST',
    note: 'Supply to SEZ unit or SEZ developer for authorised operations on payment of integrated tax.',
  },
} as const satisfies Record<string, { label: string; taxes: readonly Tax[]; total: string; note: string }>
export type Supply = keyof typeof SUPPLIES
export const SUPPLY_KINDS = Object.keys(SUPPLIES) as [Supply, ...Supply[]]

/** Whether no tax is charged, whatever the rates of the lines. */
export const isTaxFree = (supply: Supply): boolean => SUPPLIES[supply].taxes.length === 0

/** Returns the taxes of a supply with the names that documents use. */
export const listTaxNames = (supply: Supply, placeOfSupply: GstState): [tax: Tax, label: string][] =>
  SUPPLIES[supply].taxes.map((tax) => [
    tax,
    tax === 'sgst' ? getStateTaxLabel(placeOfSupply) : tax.toUpperCase(),
  ])
