import { describe, expect, test } from 'vitest'
import type { FindingType } from '#contracts/bulk-data/quality-types.ts'
import { generateParts, readDemoItems } from '../../../../tests/support/fixtures/generated-catalogue.ts'
import type { QualityFinding, ScannedItem } from './sample.ts'
import { CatalogueScan } from './scan.ts'

function find(items: ScannedItem[]): QualityFinding[] {
  const scan = new CatalogueScan()
  for (const item of items) scan.add(item)
  return [...scan.find()].filter((finding) => finding !== undefined)
}

const catalogue = () => [...readDemoItems(), ...generateParts()]

/** An error, the type of the finding that names it, and what the finding would do. */
interface Planted {
  type: FindingType
  rowId: number
  fix?: object
  suggestion?: number
}

/** Changes items of a catalogue. */
class Planter {
  readonly items = catalogue()
  readonly planted: Planted[] = []

  #find(category: string, index: number): ScannedItem {
    return this.items.filter((item) => item.category === category)[index]!
  }

  rename(category: string, index: number, from: string, to: string): void {
    const item = this.#find(category, index)
    const position = item.specifications.findIndex(([name]) => name === from)
    item.specifications = item.specifications.with(position, [to, item.specifications[position]![1]])
    this.planted.push({ type: 'names', rowId: item.rowId, fix: { action: 'rename', to: from } })
  }

  setValue(
    type: 'units' | 'values',
    category: string,
    index: number,
    name: string,
    value: string,
    result?: Pick<Planted, 'fix' | 'suggestion'>,
  ): void {
    const item = this.#find(category, index)
    const position = item.specifications.findIndex(([each]) => each === name)
    item.specifications = item.specifications.with(position, [name, value])
    this.planted.push({ type, rowId: item.rowId, ...result })
  }

  clear(
    type: 'picture' | 'price' | 'code' | 'hsn',
    category: string,
    index: number,
    values: Partial<ScannedItem>,
  ): void {
    const item = this.#find(category, index)
    Object.assign(item, values)
    this.planted.push({ type, rowId: item.rowId })
  }

  duplicate(category: string, index: number, changes: Partial<ScannedItem>): void {
    const rowId = 5000 + this.items.length
    this.items.push({ ...this.#find(category, index), rowId, ...changes })
    this.planted.push({ type: 'duplicates', rowId })
  }
}

describe('The check of the data quality', () => {
  test('The demo catalogue has no errors but eight spare parts without a picture, and a generated one has none', () => {
    const findings = find(catalogue())
    expect(findings.map(({ type }) => type)).toEqual(Array(5).fill('picture'))
    expect(findings.flatMap(({ rowIds }) => rowIds)).toHaveLength(8)
  })

  test('Twenty-one planted errors of all types are found without a false alarm', () => {
    const planter = new Planter()
    planter.rename('machine', 1, 'Bar capacity', 'Bar Capacity')
    planter.rename('machine', 4, 'Bar capacity', 'Capacity, bar')
    planter.rename('Collets', 1, 'Run-out', 'Runout')
    planter.rename('Ball bearings', 7, 'Bore diameter', 'Bore diameters')
    planter.rename('Oil seals', 30, 'Outside diameter', 'Outside diamter')
    planter.rename('Electric motors', 9, 'Net weight', 'Net wt. (kg)')
    planter.setValue('units', 'Ball bearings', 20, 'Width', '0.5 inch', {
      fix: { action: 'unit', from: 'inch', to: 'mm' },
    })
    planter.setValue('units', 'Cap screws', 50, 'Length', '5 cm', {
      fix: { action: 'unit', from: 'cm', to: 'mm' },
    })
    planter.setValue('units', 'Electric motors', 3, 'Net weight', '11.8', {
      fix: { action: 'unit', from: '', to: 'kg' },
    })
    planter.setValue('values', 'Oil seals', 12, 'Height', '70 mm', { suggestion: 7 })
    planter.setValue('values', 'Ball bearings', 170, 'Limiting speed', '175 rpm', { suggestion: 1750 })
    planter.setValue('values', 'Collets', 2, 'Hardness', '580 HRC', { suggestion: 58 })
    planter.setValue('values', 'machine', 7, 'Overall size (L × W × H)', '26,500 × 1,600 × 1,720 mm', {
      suggestion: 2650,
    })
    planter.setValue('values', 'machine', 8, 'Bar capacity', '510 mm', { suggestion: 51 })
    planter.clear('picture', 'Oil seals', 5, { hasPicture: false })
    planter.clear('price', 'Cap screws', 5, { hasPrice: false })
    planter.clear('code', 'Ball bearings', 5, { code: null })
    planter.clear('hsn', 'Electric motors', 5, { hsn: null })
    planter.duplicate('Cap screws', 9, { code: 'GEN-9001' })
    planter.duplicate('Electric motors', 9, { code: 'GEN1198', name: 'Another motor', specifications: [] })
    planter.duplicate('Oil seals', 9, { code: 'GEN-9002', name: 'Oil seals 17 × 33 × 7' })
    const sameCode = planter.items.find(({ name }) => name === 'Another motor')!
    const original = planter.items.filter(({ category }) => category === 'Electric motors')[9]!
    sameCode.code = original.code!.replace('-', ' ')
    expect(planter.planted).toHaveLength(21)

    const known = new Set(find(catalogue()).map(({ key }) => key))
    const findings = find(planter.items).filter(({ key }) => !known.has(key))
    for (const { type, rowId, fix, suggestion } of planter.planted) {
      const finding = findings.find((each) => each.type === type && each.rowIds.includes(rowId))
      expect(finding, `${type} of item ${rowId}`).toBeDefined()
      if (fix) expect(finding!.fix).toMatchObject(fix)
      if (suggestion) expect(finding!.suggestion).toBe(suggestion)
    }
    const isPlanted = ({ type, rowIds }: QualityFinding) =>
      planter.planted.some((error) => error.type === type && rowIds.includes(error.rowId))
    expect(findings.filter((finding) => !isPlanted(finding)).map(({ title }) => title)).toEqual([])
    expect(findings.map(({ title }) => title)).toMatchInlineSnapshot(`
      [
        "'Bar Capacity' and 'Capacity, bar' mean the same as 'Bar capacity'",
        "'Runout' means the same as 'Run-out'",
        "'Outside diamter' means the same as 'Outside diameter'",
        "'Bore diameters' means the same as 'Bore diameter'",
        "'Net wt. (kg)' means the same as 'Net weight'",
        "'Length' in cm instead of mm",
        "'Width' in inch instead of mm",
        "'Net weight' without a unit; the others are in kg",
        "'Bar capacity' of 510 mm is far off its siblings",
        "'Overall size (L × W × H)' with the number 26,500 is far off its siblings",
        "'Hardness' of 580 HRC is far off its siblings",
        "'Limiting speed' of 175 rpm is far off its siblings",
        "'Height' of 70 mm is far off its siblings",
        "2 spare parts with the same code",
        "2 spare parts with the same name",
        "2 spare parts with the same specifications and almost the same name",
        "Spare part of 'Ball bearings' without a code",
        "Spare part of 'Electric motors' without an HSN or SAC code",
        "Spare part of 'Cap screws' without a price",
        "Spare part of 'Oil seals' without a picture",
      ]
    `)
  })

  test('A finding keeps its key when other items change, and has another one when something else is wrong', () => {
    const withError = (value: string) => {
      const planter = new Planter()
      planter.setValue('values', 'Oil seals', 12, 'Height', value)
      return planter.items
    }
    const getKey = (items: ScannedItem[]) => find(items).find(({ type }) => type === 'values')?.key
    const key = getKey(withError('70 mm'))
    expect(key).toMatch(/^[0-9a-f]{20}$/)
    expect(getKey(withError('70 mm').filter(({ rowId }) => rowId % 7 !== 0 || rowId === 1000))).toBe(key)
    expect(getKey(withError('80 mm'))).not.toBe(key)
    expect(getKey(withError('7 mm'))).toBeUndefined()
  })

  test('Drafts are not missing anything and are no duplicates', () => {
    const [item] = generateParts()
    const draft = { ...item!, rowId: 9000, hsn: null, hasPicture: false, isPublished: false }
    expect(find([...generateParts(), draft])).toEqual([])
  })
})
