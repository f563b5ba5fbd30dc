import type { Kind } from '#contracts/item/kind.ts'

/*
 * What buyers call things, folded, one group of names for the same thing. A search for one name finds the others, too. Names
 * in Hindi are written as they are typed in Latin letters.
 */
export const TRADE_WORDS: readonly (readonly string[])[] = [
  ['lathe', 'kharad', 'kharaad', 'turning machine'],
  [
    'single spindle automatic',
    'auto lathe',
    'automatic lathe',
    'auto kharad',
    'traub',
    'sliding head',
    'screw machine',
  ],
  ['machining centre', 'machining center', 'vmc', 'vertical machining', 'milling machine'],
  ['turning centre', 'turning center', 'cnc lathe', 'cnc turning'],
  [
    'drill tap',
    'drilling and tapping',
    'tapping centre',
    'tapping center',
    'tapping machine',
    'drill and tap',
    'drill-tap',
  ],
  ['belt', 'patta', 'drive belt'],
  ['timing belt', 'toothed belt', 'encoder belt'],
  ['coolant pump', 'suds pump', 'coolant motor', 'cutting oil pump', 'pani ki motor', 'pani ka pump'],
  ['oil seal', 'leak', 'leaking', 'leakage', 'tel leak'],
  ['bearing', 'noise', 'awaaz', 'awaz', 'vibration', 'loud', 'noisy', 'humming'],
  ['nut', 'backlash', 'play'],
  ['limit switch', 'door switch', 'guard switch'],
  ['overload', 'trip', 'tripping'],
  ['spindle cartridge', 'spindle unit', 'complete spindle unit', 'complete spindle', 'poora spindle'],
  ['wiper', 'way wiper', 'way wipers'],
  [
    'maintenance',
    'amc',
    'annual maintenance',
    'annual maintenance contract',
    'service contract',
    'maintenance contract',
    'breakdown',
    'repair',
  ],
  ['relocation', 'shifting', 'shift', 'moving', 'transport', 'rigging', 'le jana', 'jagah', 'machine moving'],
  ['custom machining', 'job work', 'jobwork', 'contract machining'],
  ['reconditioning', 'overhaul', 'rebuild', 'refurbish', 'theek'],
  [
    'retrofit',
    'retrofitting',
    'conversion',
    'modernisation',
    'modernization',
    'upgrade',
    'upgradation',
    'new controller',
  ],
  ['installation', 'commissioning', 'erection', 'lagane', 'lagana', 'chalu'],
  ['training', 'sikhana', 'sikhao', 'seekhna', 'teach', 'learn'],
  ['inspection', 'calibration', 'accuracy test', 'alignment check', 'cutting taper', 'turning taper'],
  ['slideway', 'turcite', 'bed ways'],
  ['regrinding', 'regrind', 'worn', 'worn out', 'ghis'],
  ['brass', 'peetal', 'pital', 'pittal'],
  ['aluminium', 'aluminum'],
  ['bar', 'rod'],
  ['three jaw', '3 jaw', 'three-jaw', '3-jaw'],
  ['four jaw', '4 jaw', 'four-jaw', '4-jaw'],
  ['cut off', 'parting', 'cut-off', 'cutting off'],
  ['lead screw', 'leadscrew', 'feed screw'],
  ['ball screw', 'ballscrew'],
  [
    'live tool',
    'driven tool',
    'driven station',
    'live tooling',
    'driven tooling',
    'powered tool',
    'rotating tool',
  ],
  ['live centre', 'revolving centre', 'rotating centre', 'live center', 'revolving center'],
  ['gib', 'jib'],
  ['x axis', 'x-axis'],
  ['y axis', 'y-axis'],
  ['z axis', 'z-axis'],
  ['tailstock', 'tail stock'],
  ['headstock', 'head stock'],
  ['tool post', 'toolpost'],
  ['tool holder', 'toolholder'],
  ['ball bar', 'ballbar', 'ball-bar'],
  ['fourth axis', '4th axis', '4 axis'],
  ['thread', 'threading'],
  ['6 inch', '160 mm'],
  ['8 inch', '200 mm'],
  ['10 inch', '250 mm'],
  ['12 inch', '315 mm'],
  ['capstan lathe', 'turret lathe', 'capstan turret'],
  ['collet', 'bush collet', 'spring collet'],
  ['vee-belt', 'v belt', 'v-belt', 'vee belt'],
  ['second hand', 'secondhand', 'purani', 'purana'],
  ['spindle reconditioning', 'spindle repair', 'spindle overhaul', 'spindle rebuild'],
  [
    'parting tool',
    'parting off tool',
    'parting-off tool',
    'cut-off tool',
    'cut off tool',
    'cutting off tool',
  ],
]

/** Words of a question that distinguish no item, in English and Hindi. */
export const FILLER_WORDS: ReadonlySet<string> = new Set(
  `a aa aap aapke aayenge abhi about after again ago all also always an and andar any anymore are as at aur
  available baar badalna bahar bahut banane batao be became become becomes been before being best between bhai
  bhar bhej bhejo both but buy by came can chahiye charge charges cheap cheapest check come coming complete cost
  could daily day dear did do does doing done down during dusri each ek ekdum every everybody everything few find
  for found from further gaya gayi get gets getting give giving going gone good got had hai hain has have he hello
  help her here hi him his ho hona how hu hum i if in inr into is it its jaldi jana jo ka kab kabhi kahan kar
  karega karna karne karwana karwane kaun kaunsa kaunsi ke keep kept khareedna ki kindly kitna kitne kitni ko koi
  kripya kuch kya laga lakh lakhs last le let like liye log look looking lot lots machine machines madam make
  making many may me mean mein mera mere might milega milegi milta more morning most much mujhe must my na nahi
  nahin near need needs never new no none nos not now number of off often ok okay on once one ones only or order
  other others our ours ourselves over own padega part parts per piece pieces please pls price prices purchase put
  quantity quickly quite quotation quote raha rahe rahi rate rather ready require required rs rupees saal said
  same sasta saying se see seen send sent service services several should show si since sir so some somebody
  something somewhere soon spare spares start started still such supply sure take taken taking tell tha than thank
  thanks that the their them there these they thi thing things think this thoda through to together told too toot
  try trying tut under until upto urgent urgently us use used using very waala wala wale wali want wants was way
  we week well went were what when where whether which while who whose why will with without work would year years
  yes yet you young your yours`.split(/\s+/),
)

/** Words that say which kind of thing is looked for. */
export const KIND_WORDS: Record<Kind, readonly string[]> = {
  machine: ['machine', 'lathe', 'kharad', 'vmc', 'automatic', 'traub'],
  spare: ['spare', 'part', 'kit', 'spares'],
  service:
    `repair reconditioning replacement charges service contract engineer visit training retrofit installation levelling
    calibration alignment inspection checking shifting relocation trial study design grinding scraping rewiring relining
    correct failed worn amc maintenance theek karega sikhana lagane`.split(/\s+/),
}
