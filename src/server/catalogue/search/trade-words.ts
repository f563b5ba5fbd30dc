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
  `aapke aayenge after again ago also always been before being between both did down during each every everybody few further giving got gets her here him his into karne karwana karwane log look looking many might much never no none not now often once other others ours own over please quite rather same several side since start started still such take taken taking thank thanks their thing things think through together under until upto very week were whether while whose without yet your yours become becomes became came coming done doing everything few find found getting going gone keep kept last let like long lot lots mean morning off ok okay old one ones open put ready right said saying see seen sent show small big large something somewhere soon sure told too try trying turned want wants way well went yes year years young aap abhi bahut bahar ekdum jaldi jo kab kahan kabhi kuch nahin thoda waala a about all an and any anymore are as at available be best bhai bhej bhejo but buy by can chahiye charge charges cheap cheapest
  com complete cost could daily day dear do does dusri ek for from gaya gayi get give good had has have he hello help hi ho hona
  how hu hum i if in inr is it its jana ka kar karega karna kaun kaunsa kaunsi ke khareedna ki kindly kitna kitne kitni ko koi
  kripya kya laga le liye lakh lakhs looking machine machines madam make making may me mein mera mere milega milegi milta more
  most mujhe must my na nahi near need needs new nos number of off on one only or our ourselves padega part parts per piece
  pieces pls please price prices purchase quantity quickly quotation quote raha rahe rahi rate required require rs rupees saal
  sasta se send service services should si sir so some somebody spare spares supply tell than that the their them there these
  they this to too tut toot two type tha thi urgent urgently us use used using very wala wale wali want was we what when where
  which who will with work would you your hai hain aa aur andar banane batao badalna bhar baar much order come check why not available more any`.split(
    /\s+/,
  ),
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
