import { expect, test } from 'vitest'
import { checkNewPassword, isWeakPassword } from './password-strength.ts'

const WEAK = `
  12345678 123456789 1234567890 87654321 11111111 00000000 12121212 11223344 12344321 123123123 987654321
  147258369 789456123 88888888 19870412 04-12-1987 9840012345 password Password1 PASSWORD123 password!
  p@ssw0rd P4$$w0rd2024 passwordpassword passw0rd qwertyui qwerty123 Qwertyuiop 1qaz2wsx zaq12wsx 1q2w3e4r
  asdfghjkl qweasdzxc abcd1234 abcdefgh aaaaaaaa abababab abcabcabc asdfasdf qwerqwer a1b1a1b1 iloveyou
  sunshine princess1 football Superman1! letmein1 welcome123 Welcome@123 trustno1 admin123 Admin@123
  administrator changeme India@123 jaishreeram krishna123 summer2026 Capstan@2026 lathe12345 test1234 testtest
  hello123 123456abc dragon99 monkey12 senthil2026 coimbatore641 Turret@25 lathelathe 98400-12345
`
test.each([...WEAK.trim().split(/\s+/), '        x'.repeat(2)])(
  'The password %j is weak',
  async (password) => {
    expect(await isWeakPassword(password)).toBe(true)
  },
)

test.each([
  'spindle and chuck',
  'turret and tailstock',
  'collet and capstan',
  'correct-horse',
  'a password for tests',
  'oil 4 gib',
])('The password %j is not weak', async (password) => {
  expect(await isWeakPassword(password)).toBe(false)
})

test('Passwords that the program generates are not weak', async () => {
  const { newSecret } = await import('#server/kernel/ids.ts')
  for (let round = 0; round < 100; round++) expect(await isWeakPassword(newSecret().slice(0, 16))).toBe(false)
})

test('A password made of the name or email address of its owner is weak', async () => {
  const personalInfo = ['Meera Krishnan', 'meera.k@kovaivalves.example']
  for (const password of ['meera2026', 'Krishnan#1', 'KovaiValves1', 'm33ra1999', 'meerameera'])
    expect(await isWeakPassword(password, personalInfo), password).toBe(true)
  expect(await isWeakPassword('kovaivalves 7 lamps')).toBe(false)
  expect(await isWeakPassword('meera likes turrets', personalInfo)).toBe(false)
})

test.each([
  `${'ab'.repeat(499)}c`,
  '12'.repeat(500),
  'qwerty'.repeat(160),
  `${' !'.repeat(499)}a`,
  '4@8({[<369&6#%'.repeat(70),
  'password123'.repeat(90),
])('The estimate of a long password with repetitions takes at most a second', async (password) => {
  await isWeakPassword('load the dictionaries')
  const start = process.cpuUsage()
  await isWeakPassword(password)
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000)
})

test.each([
  ['1234567', /at least 8/],
  [' '.repeat(8), /at least 8/],
  [' 1234567 ', /at least 8/],
  ['x'.repeat(1001), /at most 1000/],
  ['12345678', /easy to guess/],
  ['Capstan@2026', /easy to guess/],
])('The new password %j is rejected', async (password, message) => {
  await expect(checkNewPassword(password)).rejects.toThrow(message)
})

test('A new password of 1,000 characters with spaces and digits is accepted', async () => {
  const password = Array.from({ length: 200 }, (_, index) => `spindle ${index}`).join(' ')
  await expect(checkNewPassword(password.slice(0, 1000))).resolves.toBeUndefined()
})

test.each(['oil 4 gib', ' oil 4 gib '])('The new password %j is accepted', async (password) => {
  await expect(checkNewPassword(password)).resolves.toBeUndefined()
})
