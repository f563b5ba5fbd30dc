import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_CATEGORIES, type Kind } from '#contracts/kind.ts'
import type { ScannedItem } from '#server/catalogue/quality/sample.ts'

const DEMO_FILES: [Kind, string][] = [
  ['machine', 'machines'],
  ['spare', 'spare-parts'],
  ['service', 'services'],
]

interface DemoItem extends Pick<ScannedItem, 'name' | 'specifications'> {
  category?: string
  code?: string
  hsn?: string
  price?: number
  images: string[]
}

/** Returns the items of the demo catalogue as the data quality reads them. */
export function readDemoItems(): ScannedItem[] {
  return DEMO_FILES.flatMap(([kind, name]) => {
    const file = join(import.meta.dirname, `../../demo/${name}.json`)
    const items: DemoItem[] = JSON.parse(readFileSync(file, 'utf8'))
    return items.map((item): ScannedItem => {
      const { category = DEFAULT_CATEGORIES[kind], code = null, hsn = null, images, price } = item
      return {
        rowId: 0,
        kind,
        category,
        name: item.name,
        code,
        hsn,
        hasPrice: price !== undefined,
        hasPicture: images.length > 0,
        isPublished: true,
        specifications: item.specifications,
      }
    })
  }).map((item, index) => ({ ...item, rowId: index + 1 }))
}

const SERIES = [6000, 6200, 6300]
const MOTOR_POWERS = [0.12, 0.18, 0.25, 0.37, 0.55, 0.75, 1.1, 1.5, 2.2, 3, 4, 5.5, 7.5, 11, 15, 18.5, 22, 30]
const THREADS = [4, 5, 6, 8, 10, 12, 16, 20, 24]
const format = (value: number) => Number(value.toPrecision(3)).toLocaleString('en-IN')

/** Returns a store of 640 parts as a supplier lists them, with sizes from small to large and no errors. */
export function generateParts(): ScannedItem[] {
  const parts: Pick<ScannedItem, 'category' | 'name' | 'hsn' | 'specifications'>[] = []
  for (const series of SERIES)
    for (let size = 0; size <= 20; size++) {
      const bore = size < 4 ? [10, 12, 15, 17][size]! : size * 5
      const outside = Math.round(bore * 1.6 + 14 + (series - 6000) / 20)
      for (const seal of ['open', '2RS', 'ZZ'])
        parts.push({
          category: 'Ball bearings',
          name: `Deep groove ball bearing ${series + size} ${seal}`,
          hsn: '848210',
          specifications: [
            ['Bore diameter', `${bore} mm`],
            ['Outside diameter', `${outside} mm`],
            ['Width', `${Math.round(outside / 4)} mm`],
            ['Dynamic load', `${format(bore * 0.45 + 2)} kN`],
            ['Limiting speed', `${format(480_000 / (bore + outside))} rpm`],
            ['Weight', `${format((outside / 100) ** 3 * 0.9)} kg`],
            ['Seal', seal],
          ],
        })
    }
  for (const poles of [2, 4, 6])
    for (const power of MOTOR_POWERS)
      parts.push({
        category: 'Electric motors',
        name: `Three-phase motor ${power} kW ${poles} pole`,
        hsn: '850152',
        specifications: [
          ['Power', `${power} kW`],
          ['Voltage', '415 V, 50 Hz'],
          ['Rated speed', `${format((6000 / poles) * 0.96)} rpm`],
          ['Poles', `${poles}`],
          ['Net weight', `${format(5 + power * 9)} kg`],
          ['Protection', 'IP 55'],
          ['Efficiency', `${format(78 + Math.log2(power + 1) * 3)} %`],
        ],
      })
  for (const diameter of THREADS)
    for (const length of [10, 16, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150])
      for (const material of ['Steel 8.8', 'Stainless steel A2'])
        parts.push({
          category: 'Cap screws',
          name: `Socket head cap screw M${diameter} × ${length} ${material}`,
          hsn: '731815',
          specifications: [
            ['Thread', `M${diameter}`],
            ['Length', `${length} mm`],
            ['Head diameter', `${diameter * 1.5} mm`],
            ['Key size', `${Math.round(diameter * 0.75)} mm`],
            ['Material', material],
            ['Pieces in a box', length > 60 ? '50' : '200'],
          ],
        })
  for (let index = 0; index < 180; index++) {
    const inside = 8 + index
    parts.push({
      category: 'Oil seals',
      name: `Oil seal ${inside} × ${inside + 16} × ${index % 2 ? 7 : 10}`,
      hsn: '401693',
      specifications: [
        ['Inside diameter', `${inside} mm`],
        ['Outside diameter', `${inside + 16} mm`],
        ['Height', `${index % 2 ? 7 : 10} mm`],
        ['Weight', `${8 + (index % 5)} g`],
        ['Material', index % 3 ? 'Nitrile rubber' : 'Viton'],
        ['Temperature', index % 3 ? 'To 100 °C' : 'To 200 °C'],
      ],
    })
  }
  return parts.map((part, index) => ({
    ...part,
    rowId: 1000 + index,
    kind: 'spare',
    code: `GEN-${1000 + index}`,
    hasPrice: true,
    hasPicture: true,
    isPublished: true,
  }))
}
