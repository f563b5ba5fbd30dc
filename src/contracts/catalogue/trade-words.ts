import { z } from 'zod'

/** The names in a row of trade words: 'Belt, patta' → 'Belt', 'patta'. */
export const splitTradeWords = (row: string): string[] =>
  row
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** Adds a name to the row that has another name of the same thing, unless it has it, or begins a row with both. */
export function addTradeWord(rows: readonly string[], { name, meaning }: TradeWordBody): string[] {
  const hasName = (row: string, wanted: string) =>
    splitTradeWords(row).some((each) => each.toLowerCase() === wanted.toLowerCase())
  const index = rows.findIndex((row) => hasName(row, meaning))
  if (index >= 0 && hasName(rows[index]!, name)) return [...rows]
  return index < 0 ? [...rows, `${meaning}, ${name}`] : rows.with(index, `${rows[index]}, ${name}`)
}

const Name = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(60)
  .regex(/^[^,\p{Cc}]*$/u, 'Enter a single name without commas.')

/** `name` is what somebody searched, `meaning` another name of the same thing. */
export const TradeWordBody = z.object({ name: Name, meaning: Name })
export type TradeWordBody = z.infer<typeof TradeWordBody>

/**
 * What buyers call things, one row of names for the same thing; a search for one name finds the others, too. Names in Hindi
 * are written as they are typed in Latin letters. Staff extend them in the settings.
 */
export const DEFAULT_TRADE_WORDS: string[] = [
  'lathe, kharad, kharaad, turning machine',
  'single spindle automatic, auto lathe, automatic lathe, auto kharad, traub, sliding head, screw machine, screw making machine',
  'machining centre, machining center, vmc, vertical machining, milling machine',
  'turning centre, turning center, cnc lathe, cnc turning',
  'drill tap, drilling and tapping, tapping centre, tapping center, tapping machine, drill and tap, drill-tap',
  'belt, patta, drive belt',
  'timing belt, toothed belt, encoder belt',
  'coolant pump, suds pump, coolant motor, cutting oil pump, pani ki motor, pani ka pump',
  'oil seal, leak, leaking, leakage, tel leak',
  'bearing, noise, awaaz, awaz, vibration, loud, noisy, humming',
  'nut, backlash, play',
  'limit switch, door switch, guard switch',
  'overload, trip, tripping',
  'spindle cartridge, spindle unit, complete spindle unit, complete spindle, poora spindle',
  'wiper, way wiper, way wipers, slide rubber, rubber wiper',
  'maintenance, amc, annual maintenance, annual maintenance contract, annual contract, service contract, maintenance contract, machine service, servicing, breakdown, repair',
  'relocation, shifting, shift, moving, transport, rigging, le jana, jagah, machine moving',
  'custom machining, job work, jobwork, contract machining',
  'reconditioning, overhaul, rebuild, refurbish, theek',
  'retrofit, retrofitting, conversion, modernisation, modernization, upgrade, upgradation, new controller',
  'installation, commissioning, erection, lagane, lagana, chalu',
  'training, programming class, programming course, operator course, sikhana, sikhao, seekhna, teach, learn',
  'inspection, calibration, accuracy test, geometry test, ball bar test, ballbar test, alignment check, cutting taper, turning taper',
  'slideway, turcite, bed ways',
  'regrinding, regrind, worn, worn out, ghis',
  'brass, peetal, pital, pittal',
  'aluminium, aluminum',
  'bar, rod',
  'three jaw, 3 jaw, three-jaw, 3-jaw',
  'four jaw, 4 jaw, four-jaw, 4-jaw',
  'cut off, parting, cut-off, cutting off',
  'lead screw, leadscrew, feed screw',
  'ball screw, ballscrew',
  'live tool, driven tool, driven station, live tooling, driven tooling, powered tool, rotating tool',
  'live centre, revolving centre, rotating centre, live center, revolving center',
  'gib, jib',
  'x axis, x-axis',
  'y axis, y-axis',
  'z axis, z-axis',
  'tailstock, tail stock',
  'headstock, head stock',
  'tool post, toolpost',
  'tool holder, toolholder',
  'ball bar, ballbar, ball-bar',
  'fourth axis, 4th axis, 4 axis',
  'thread, threading',
  'screw cutting, thread cutting',
  'hexagon, hex, hexagonal',
  '6 inch, 160 mm',
  '8 inch, 200 mm',
  '10 inch, 250 mm',
  '12 inch, 315 mm',
  'capstan lathe, turret lathe, capstan turret',
  'collet, bush collet, spring collet',
  'vee-belt, v belt, v-belt, vee belt',
  'second hand, secondhand, purani, purana, pazhaya',
  'spindle reconditioning, spindle repair, spindle overhaul, spindle rebuild',
  'parting tool, parting off tool, parting-off tool, cut-off tool, cut off tool, cutting off tool',
]
