import type { Kind } from '#contracts/item/kind.ts'

/** Words of a question that distinguish no item, in English and Hindi. */
export const FILLER_WORDS: ReadonlySet<string> = new Set(
  `a aa aal aap aapke aayenge abhi about after again ago all also always an and andar any anymore are as at aur
  available baar badalna bahar bahut banane batao be became become becomes been before being best between bhai budget
  bhar bhej bhejo both but buy by came can chahiye charge charges cheap cheapest check come coming complete cost
  could daily day dear did do does doing done down during dusri each ek ekdum every everybody everything few find
  for found from further gaya gayi get gets getting give giving going gone good got had hai hain has have he hello
  help her here hi him his ho hona how hu hum i if in inr into is it its jaldi jana jo ka kab kabhi kahan kar
  karega karna karne karwana karwane kaun kaunsa kaunsi ke keep kept khareedna ki kindly kitna kitne kitni ko koi
  kripya kuch kya laga lakh lakhs last le let like liye log look looking lot lots low lowest machine machines madam make
  making many may me mean mein mera mere might milega month monthly milegi milta more morning most much mujhe must my na nahi
  nahin near need needs never new no none nos not now number of off often ok okay old on once one ones only or order
  other others our ours ourselves over own padega part panna pannanum parts pazhaya pcs per piece pieces please pls price prices purchase put
  quantity quickly quite quotation quote raha rahe rahi rate rather ready require required rs rupees saal said
  same sasta saying se see seen send sent service services several should show si since sir so some somebody
  something somewhere soon spare spares start started still such supply sure take taken taking tell tha than thank
  thanks that the their them there these they thi thing things think this thoda through to together told too toot
  try trying tut under until upto urgent urgently us use used using venum vendum very waala wala wale wali want wants was way
  we week well went were what when where whether which while who whose why will with without work would year years
  yes yet you young your yours`.split(/\s+/),
)

/** Words of people who ask, which resemble words of a catalogue and are no typing errors of them. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `accept action advice agent amount angry annual apply area arrange artisan aside attach awake balance basic batch batter
  beating behind better bigger billing blame block board boring bottom brake brand break broken budget buyback
  calling cancel careful carry casing catch cause chalu chance change chatter cheaper chhota choice chote choose city
  class clear close closed coming company compare component connect contract control copper corner correct country
  course cover crack crane create credit cross current customer cutting damage dealer decide deep delay deliver
  demand design detail diesel different difficult direct dirty discount distance divide double draw drawing dust early
  earth edge effect email enquiry enter entry error estimate exact exchange expert explain export extra factory fail
  failed family farm fast faster fault feature feeling fees field figure final finance finish first fitting fixed flat
  follow force foreign forget form forward free fresh front full gasket general ghee given glass going grade grease
  great group grow guide hand handle happen hard head hear heat heavy height high hire hole home honest hope hose
  hour house housing idea ignore import inch include industry inform inner inquiry inside issue item jaldi join keep
  kharab kind knock know known labour large latest learn least leave left less letter level light limit line little
  load loan local lock locking long loose lower main major manage manual mark market master match material matter
  medium meet member metal method middle minute missing model modern moment money month morse motion mount move name
  narrow nature nearest nice night nipple noise normal notice object offer office old open operate option order
  original outer outside owner pack paint paper pasting payment people person phone picture pipe place plan plant
  plastic play point poor popular position possible post power prefer prepare press pressure previous print problem
  process product production profit program project proper public pull pump pure push quality question quick quiet
  raise range reach reason receive recent record reduce refer regard related remain remove rent repeat reply report
  request rest result return right ring risk road room round rubber rule running safe safety sale sample save scale
  scrap screen search section sector seller sense series serious shape share sharp shop short side sign simple single
  site size skill slide slip slipping slow small smooth solid solve sound source space speak special speed spend split
  spot spring staff stage stand standard state stay step stick stock stop storage store story straight strange street
  strong study style submit sudden suggest suit surface system table talk target tax team technical test thick thin
  thought tight title topic total touch town track trade train travel treat trial trouble truck trust turn type union
  unit update upper usage useful usual valid value vendor version visit voice wait walk wall warm watch water wear
  weather weight wide width wire wood word worker workshop worry worth wrong yard yellow yesterday young`.split(
    /\s+/,
  ),
)

/** Words that say which kind of thing is looked for. */
export const KIND_WORDS: Record<Kind, readonly string[]> = {
  machine: ['machine', 'lathe', 'kharad', 'vmc', 'automatic', 'traub'],
  spare: ['spare', 'part', 'kit', 'spares', 'working', 'kharab', 'broken', 'broke', 'damaged'],
  service:
    `repair reconditioning replacement charges service contract engineer visit training retrofit installation levelling
    calibration alignment inspection checking shifting relocation trial study design grinding scraping rewiring relining
    correct failed worn amc maintenance theek karega sikhana lagane`.split(/\s+/),
}
