const ONES =
  ' One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  )
const TENS = '  Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ')
/** Names of powers of ten, the greatest first. From 100 crore on, India counts crores: 'One Hundred Crore'. */
const INDIAN = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1000, 'Thousand'],
] as const
const INTERNATIONAL = [
  [1_000_000_000, 'Billion'],
  [1_000_000, 'Million'],
  [1000, 'Thousand'],
] as const

const CURRENCIES = {
  INR: { names: 'Rupees', one: 'Rupee', part: 'Paise', onePart: 'Paisa', powers: INDIAN },
  USD: { names: 'US Dollars', one: 'US Dollar', part: 'Cents', onePart: 'Cent', powers: INTERNATIONAL },
} as const

/** Returns an amount with two decimals in words: 'Rupees Twenty Three Lakh Seventy Four Thousand Seven Hundred Fifty Only'. */
export function toWords(amount: number, currency: keyof typeof CURRENCIES): string {
  const { names, one, part, onePart, powers } = CURRENCIES[currency]
  const hundredths = Math.round(amount * 100)
  const whole = Math.floor(hundredths / 100)
  const rest = hundredths % 100
  const words = [
    whole === 1 ? one : names,
    whole === 0 ? 'Zero' : spell(whole, powers),
    ...(rest > 0 ? ['and', spell(rest, powers), rest === 1 ? onePart : part] : []),
    'Only',
  ]
  return words.join(' ')
}

/** Returns a whole number above zero in words. */
function spell(number: number, powers: typeof INDIAN | typeof INTERNATIONAL): string {
  const words: string[] = []
  let rest = number
  for (const [value, name] of [...powers, [100, 'Hundred'] as const]) {
    const count = Math.floor(rest / value)
    if (count > 0) words.push(spell(count, powers), name)
    rest %= value
  }
  if (rest >= ONES.length) words.push(TENS[Math.floor(rest / 10)]!, ONES[rest % 10]!)
  else words.push(ONES[rest]!)
  return words.filter(Boolean).join(' ')
}
