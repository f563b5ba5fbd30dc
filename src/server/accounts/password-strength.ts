import { passwordTooLong, passwordTooShort, weakPassword } from './problems.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './rules.ts'

/** The most common words of leaked passwords, without the digits and symbols around them, and words of this trade and country. */
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

/** Rows of keyboards, the alphabet and the digits, in both directions. */
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
/** Up to this length, digits alone are a date or a phone number. */
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
 * Throws 400 unless a new password has 8 to 1,000 characters and is hard to guess. Spaces around it do not count.
 * `personalInfo` contains what others know of the person: name and email address.
 */
export async function checkNewPassword(password: string, personalInfo: string[] = []): Promise<void> {
  if (password.trim().length < MIN_PASSWORD_LENGTH) throw passwordTooShort()
  if (password.length > MAX_PASSWORD_LENGTH) throw passwordTooLong()
  if (isWeakPassword(password, personalInfo)) throw weakPassword()
}

/**
 * Returns whether a password is easy to guess: a common word or personal information with digits or symbols, a keyboard
 * row, or a repetition.
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

/** Returns the repeated part, 'lathelathe' → 'lathe', or the text itself without a repetition. */
function findRepeatedPart(text: string): string {
  for (let length = 1; length <= text.length / 2; length++) {
    const part = text.slice(0, length)
    if (text.length % length === 0 && part.repeat(text.length / length) === text) return part
  }
  return text
}

/** Decodes substituted characters, 'p4$$w0rd' → 'password', and removes digits at the end, 'admin1' → 'admin'. */
const decodeLeet = (text: string): string =>
  text.replace(/[^\p{L}]+$/u, '').replace(/./gu, (character) => LEET_SUBSTITUTIONS[character] ?? character)

/** Removes parts of three or more characters that are in a keyboard row or sequence. */
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
