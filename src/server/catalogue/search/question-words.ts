import type { Kind } from '#contracts/item/kind.ts'

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
