import { countOf, formatList } from '#contracts/format.ts'
import type { Kind } from '#contracts/item/kind.ts'
import { getMostFrequent, type QualityFinding, type Sample, toKey } from '../sample.ts'
import { chooseName, groupSimilarNames, type NameUse } from '../similar-names.ts'

/** Finds names of specifications that mean the same. */
export function* findNames(sample: Sample): Generator<QualityFinding | undefined> {
  for (const [kind, names] of sample.names) {
    const uses = [...names.values()].map((use) => ({ ...use, unit: getMostFrequent(use.units)[0] }))
    for (const group of groupSimilarNames(uses)) yield toFinding(kind, group)
    yield undefined
  }
}

function toFinding(kind: Kind, group: NameUse[]): QualityFinding {
  const to = chooseName(group.map(({ name }) => name))
  const others = group.filter(({ name }) => name !== to)
  const from = others.map(({ name }) => name)
  const uses = group.map(({ name, rowIds }) => `'${name}' is in ${countOf(rowIds.length, 'item')}`)
  return {
    key: toKey('names', kind, ...[to, ...from].sort()),
    type: 'names',
    kind,
    title: `${formatList(from.map((name) => `'${name}'`))} ${from.length === 1 ? 'means' : 'mean'} the same as '${to}'`,
    detail: `${uses.join(', ')}.`,
    rowIds: [...new Set(others.flatMap((use) => use.rowIds))].sort((a, b) => a - b),
    names: from,
    fix: { action: 'rename', from, to },
  }
}
