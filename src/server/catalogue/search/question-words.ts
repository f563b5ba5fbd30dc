import type { Kind } from '#contracts/item/kind.ts'
import { toStem } from '#contracts/stem.ts'

/** Words of a question that distinguish no item, in English and Hindi. */
export const FILLER_WORDS: ReadonlySet<string> = new Set(
  `a aa aal aap aapke aayenge abhi about after again ago all also always an and andar any anymore are as at aur
  available baar badalna bahar bahut banane batao be became become becomes been before being best between bhai
  bhar bhej bhejo both but buy by came can chahiye charge charges cheap cheapest check come coming complete cost
  could daily day dear did do does doing done down during dusri each ek ekdum enquiry every everybody everything few find
  for found from further gaya gayi get gets getting give giving going gone good got had hai hain has have he hello
  help her here hi him his ho hona how hu hum i if in inquiry inr into is it its jaldi jana jo ka kab kabhi kahan kar
  karega karna karne karwana karwane kaun kaunsa kaunsi ke keep kept khareedna ki kindly kitna kitne kitni ko koi
  kripya kuch kya laga lakh lakhs last le let like liye log look looking lot lots machine machines madam make
  making many may me mean mein mera mere might milega month months milegi milta more morning most much mujhe must my na nahi
  nahin near need needs never new no none nos not now number of off often ok okay on once one ones only or order
  other others our ours ourselves over own padega part panna pannanum parts pcs per piece pieces please pls price prices purchase put
  quantity quickly quite quotation quote raha rahe rahi rate rather ready request require required rs rupees saal said
  same sasta saying se see seen send sent service services several should show si since sir so some somebody
  something somewhere soon spare spares start started still such supply sure take taken taking tell tha than thank
  thanks that the their them there these they thi thing things think this thoda through to together told too toot
  try trying tut under until upto urgent urgently us use used using venum vendum very waala wala wale wali want wants was way
  we week well went were what when where whether which while who whose why will with without work would year years
  yes yet you young your yours`.split(/\s+/),
)

/** Words of at least five letters; shorter ones are not corrected. */
const COMMON_STEMS: ReadonlySet<string> = new Set(
  `accept action advice agent amount angry annual apply arrange artisan aside attach awake balance basic batch batter
  behind better bigger billing blame block board boring bottom brake brand break broken budget buyback calling
  cancel careful carry casing catch cause change chatter cheaper choice choose chote class clear close closed
  company compare component connect contract control copper corner correct country course cover crack crane create
  credit cross current customer cutting damage dealer decide delay deliver demand design detail diesel different
  difficult direct dirty discount distance divide double drawing early earth effect email enquiry enter entry error
  estimate exact exchange expert explain export extra factory failed family faster fault feature feeling field
  figure final finance finish first fitting fixed follow force foreign forget forward fresh front gasket general
  given glass grade grease great group guide handle happen heavy height honest housing ignore import include
  industry inform inner inquiry inside issue kharab knock known labour large latest least leave letter level light
  limit little local locking loose lower major manage manual market master match material matter medium member metal
  method middle minute missing model modern moment money month morse motion mount narrow nature nearest night nipple
  normal notice object offer office operate option original outer outside owner paint paper pasting payment people
  person phone picture place plant plastic point popular position possible power prefer prepare press pressure
  previous print problem process product production profit program project proper public quality question quick
  quiet raise range reach reason receive recent record reduce refer regard related remain remove repeat reply report
  request result return right round rubber running safety sample scale scrap screen search section sector seller
  sense series serious shape share sharp short simple single skill slide slipping small smooth solid solve sound
  source space speak special speed spend split spring staff stage stand standard state stick stock storage store
  story straight strange street strong studies study style submit sudden suggest surface system table target technical thick
  thought tight title topic total touch track trade train travel treat trial trouble truck union update upper usage
  useful usual valid value vendor version visit voice watch water weather weight width worker workshop worry worth
  wrong yellow yesterday`
    .split(/\s+/)
    .map(toStem),
)

/** Whether people who ask use a word, so that it is no typing error of a word of the catalogue: 'export' is no 'report'. */
export const isCommonWord = (word: string): boolean => COMMON_STEMS.has(toStem(word))

/** Words that say which kind of thing is looked for. */
export const KIND_WORDS: Record<Kind, readonly string[]> = {
  machine: ['machine', 'lathe', 'kharad', 'vmc', 'automatic', 'traub'],
  spare: ['spare', 'part', 'kit', 'spares'],
  service:
    `repair reconditioning replacement charges service contract engineer visit training retrofit installation levelling
    calibration alignment inspection checking shifting relocation trial study design grinding scraping rewiring relining
    correct failed worn amc maintenance theek karega sikhana lagane`.split(/\s+/),
}
