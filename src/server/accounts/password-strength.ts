/** What stands first on every list of passwords that were found out, figures and signs around it left away. */
const COMMON_PASSWORDS = new Set(
  `password passwort passwd passcode pass passw secret letmein welcome admin administrator root guest login master
  changeme default access temp test tester testing user username owner manager office system server computer internet
  hello hallo hi love lovely lover loveme iloveyou iloveu ilovegod ihateyou babygirl babyboy baby princess angel
  sunshine sunflower flower butterfly rainbow sweety sweetie sweetheart honey cookie chocolate cupcake candy banana
  orange apple cherry strawberry pumpkin pepper ginger coffee cheese monkey dragon tiger lion panther eagle falcon
  dolphin turtle horses rabbit kitten puppy doggie buster charlie bailey maggie shadow lucky snoopy bandit
  football soccer baseball basketball softball hockey tennis golf volleyball cricket fishing hunting swimming skating
  liverpool chelsea arsenal barcelona realmadrid manchester juventus yankees cowboys lakers steelers redsox chicago
  superman batman spiderman ironman wolverine avengers starwars skywalker pokemon naruto dragonball minecraft fortnite
  harrypotter hogwarts gandalf matrix phoenix merlin thunder lightning hunter ranger warrior killer gangster fuckyou
  fuckoff fuckme asshole bullshit bitch pussy whatever nothing unknown forever friends friend friendship family mother
  father mommy daddy brother sister grandma jesus jesuschrist jesusislord godisgood blessed heaven angels faith trust
  freedom peace happy smile lucky diamond silver golden platinum purple yellow green black white orange
  summer winter spring autumn january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday america american canada london paris germany france
  india bharat hindustan mumbai delhi newdelhi chennai kolkata bangalore bengaluru hyderabad coimbatore kerala tamilnadu
  krishna ganesh ganesha shiva omsairam sairam jaimatadi jaishreeram hanuman lakshmi sachin dhoni virat kohli
  michael michelle jennifer jessica jordan ashley amanda andrew anthony daniel david charles christian christopher
  nicole nicholas matthew joshua justin robert richard william thomas taylor steven samantha samsung google facebook
  instagram whatsapp youtube twitter linkedin microsoft windows android nokia iphone apple yahoo gmail hotmail
  mercedes ferrari porsche mustang corvette camaro harley yamaha honda toyota maruti mahindra bmw audi
  guitar music metal metallica nirvana slipknot eminem blink rockstar rocknroll beautiful gorgeous
  trustno trustnoone opensesame startrek blahblah qwerty qwertz azerty asdf zxcvbn abc abcd xyz
  machine machines lathe turret capstan works factory engineer engineering`.split(/\s+/),
)

/** What hands do along a keyboard, and everybody's order of letters and figures. */
const KEYBOARD_SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '11223344556677889900',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  '147258369',
  '741852963',
  '789456123',
  '159753',
  '!@#$%^&*()',
].flatMap((row) => [row, [...row].reverse().join('')])
const MIN_RUN_LENGTH = 3
const MAX_WEAK_DISTINCT_CHARACTERS = 3
const MAX_REPEATED_LENGTH = 4
/** A day, a year or a telephone number. */
const MAX_DIGITS_LENGTH = 11
const MIN_CONTEXT_WORD_LENGTH = 4
const LEET_SUBSTITUTIONS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * Whether this is among the first that somebody who guesses would try: a word of the common lists or of `about` (the
 * person's name, their e-mail address) with figures or signs, a row of the keyboard, one thing over and over.
 */
export function isWeakPassword(password: string, personalInfo: string[] = []): boolean {
  const text = password.trim().toLowerCase()
  const words = personalInfo.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  const context = new Set(words.filter((word) => word.length >= MIN_CONTEXT_WORD_LENGTH))
  return (
    new Set(text).size <= MAX_WEAK_DISTINCT_CHARACTERS ||
    new RegExp(`^[\\d\\s./-]{0,${MAX_DIGITS_LENGTH}}$`).test(text) ||
    isSingleWord(text, context) ||
    removeRuns(text).length < MIN_RUN_LENGTH ||
    isSingleWord(removeRuns(text), context)
  )
}

function isSingleWord(text: string, context: Set<string>): boolean {
  const part = findRepeatedPart(text)
  if (part !== text && part.length <= MAX_REPEATED_LENGTH) return true
  return [part, decodeLeet(part)].some((candidate) => {
    const word = candidate.replace(/[^\p{L}]/gu, '')
    return [word, findRepeatedPart(word)].some((each) => COMMON_PASSWORDS.has(each) || context.has(each))
  })
}

/** 'lathelathe' → 'lathe'; what repeats nothing stays. */
function findRepeatedPart(text: string): string {
  for (let length = 1; length <= text.length / 2; length++) {
    const part = text.slice(0, length)
    if (text.length % length === 0 && part.repeat(text.length / length) === text) return part
  }
  return text
}

/** 'p4$$w0rd' → 'password'. Figures at the end are no letters: 'admin1' is 'admin'. */
const decodeLeet = (text: string): string =>
  text.replace(/[^\p{L}]+$/u, '').replace(/./gu, (character) => LEET_SUBSTITUTIONS[character] ?? character)

/** What is left without the pieces of three or more that stand in a row somewhere. */
function removeRuns(text: string): string {
  let remaining = ''
  for (let index = 0; index < text.length; ) {
    const length = getRunLength(text, index)
    if (length === 0) remaining += text[index]
    index += Math.max(length, 1)
  }
  return remaining
}

function getRunLength(text: string, index: number): number {
  let length = 0
  const isRun = (piece: string) => KEYBOARD_SEQUENCES.some((row) => row.includes(piece))
  while (index + length < text.length && isRun(text.slice(index, index + length + 1))) length++
  return length < MIN_RUN_LENGTH ? 0 : length
}
