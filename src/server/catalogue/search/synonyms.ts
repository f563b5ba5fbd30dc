import { fold } from '#server/kernel/text.ts'

/** Names that the trade uses for the same thing, folded. A list uses them only if the text as typed finds nothing. */
export const SYNONYMS = [
  ['capstan lathe', 'turret lathe', 'capstan turret'],
  ['cnc lathe', 'turning centre', 'turning center', 'cnc turning'],
  ['vmc', 'machining centre', 'machining center', 'vertical machining', 'milling machine'],
  ['drill-tap', 'drilling and tapping', 'tapping centre', 'tapping center', 'drill tap'],
  ['single spindle automatic', 'automatic lathe', 'traub', 'sliding head', 'spa'],
  ['collet', 'bush collet', 'spring collet'],
  ['chuck', 'three-jaw', '3 jaw', 'three jaw', 'four-jaw', '4 jaw'],
  ['lead screw', 'leadscrew', 'feed screw'],
  ['ball screw', 'ballscrew'],
  ['vee-belt', 'v belt', 'v-belt', 'vee belt'],
  ['timing belt', 'toothed belt'],
  ['tool post', 'toolpost'],
  ['tool holder', 'toolholder'],
  ['coolant pump', 'suds pump', 'cutting oil pump'],
  ['spindle bearing', 'angular contact bearing'],
  ['maintenance', 'amc', 'annual maintenance', 'service contract', 'breakdown', 'repair'],
  ['reconditioning', 'overhaul', 'rebuild', 'refurbish'],
  ['installation', 'commissioning', 'erection'],
  ['retrofit', 'conversion', 'modernisation', 'modernization'],
]

/** Other names for the thing searched, folded. Empty for most searches. */
export function findSynonyms(search: string): string[] {
  const text = fold(search)
  const group = SYNONYMS.find((names) => names.some((name) => text === name || text === `${name}s`))
  return (group ?? []).filter((name) => name !== text && !text.includes(name))
}
