import { expect, test } from 'vitest'
import { hashPassword, isCorrectPassword } from './password.ts'

test('A password is hashed with Argon2id, 19 MiB and 2 passes', async () => {
  const hash = await hashPassword('spindle and chuck')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isCorrectPassword('spindle and chuck', hash)).toBe(true)
  expect(await isCorrectPassword('spindle and chucK', hash)).toBe(false)
})
