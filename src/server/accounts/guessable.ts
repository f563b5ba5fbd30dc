/** What stands first on every list of passwords that were found out, figures and signs around it left away. */
const COMMON = new Set(
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
const ROWS = [
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
const SHORTEST_RUN = 3
const FEW_CHARACTERS = 3
const SHORT_PERIOD = 4
/** A day, a year or a telephone number. */
const LONGEST_FIGURE = 11
const SHORTEST_CONTEXT = 4
const STANDS_FOR: Record<string, string> = {
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
export function isGuessable(password: string, about: string[] = []): boolean {
  const text = password.trim().toLowerCase()
  const words = about.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  const context = new Set(words.filter((word) => word.length >= SHORTEST_CONTEXT))
  return (
    new Set(text).size <= FEW_CHARACTERS ||
    new RegExp(`^[\\d\\s./-]{0,${LONGEST_FIGURE}}$`).test(text) ||
    isOneWord(text, context) ||
    withoutRuns(text).length < SHORTEST_RUN ||
    isOneWord(withoutRuns(text), context)
  )
}

function isOneWord(text: string, context: Set<string>): boolean {
  const part = repeatedPart(text)
  if (part !== text && part.length <= SHORT_PERIOD) return true
  return [part, lettersFor(part)].some((candidate) => {
    const word = candidate.replace(/[^\p{L}]/gu, '')
    return [word, repeatedPart(word)].some((each) => COMMON.has(each) || context.has(each))
  })
}

/** 'lathelathe' → 'lathe'; what repeats nothing stays. */
function repeatedPart(text: string): string {
  for (let length = 1; length <= text.length / 2; length++) {
    const part = text.slice(0, length)
    if (text.length % length === 0 && part.repeat(text.length / length) === text) return part
  }
  return text
}

/** 'p4$$w0rd' → 'password'. Figures at the end are no letters: 'admin1' is 'admin'. */
const lettersFor = (text: string): string =>
  text.replace(/[^\p{L}]+$/u, '').replace(/./gu, (sign) => STANDS_FOR[sign] ?? sign)

/** What is left without the pieces of three or more that stand in a row somewhere. */
function withoutRuns(text: string): string {
  let left = ''
  for (let at = 0; at < text.length; ) {
    const length = runAt(text, at)
    if (length === 0) left += text[at]
    at += Math.max(length, 1)
  }
  return left
}

function runAt(text: string, at: number): number {
  let length = 0
  const isRun = (piece: string) => ROWS.some((row) => row.includes(piece))
  while (at + length < text.length && isRun(text.slice(at, at + length + 1))) length++
  return length < SHORTEST_RUN ? 0 : length
}
