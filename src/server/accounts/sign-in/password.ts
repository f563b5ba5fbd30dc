/** Returns the Argon2id hash with 19 MiB and 2 passes: the library's defaults, as OWASP recommends. Computed off the main thread. */
export const hashPassword = async (password: string) => (await loadArgon2()).hash(password)

let dummyHash: Promise<string> | undefined

/** Returns whether the password matches. Without a hash the result is false after the same time, so that the time does not tell which accounts exist. */
export async function isCorrectPassword(
  password: string,
  passwordHash: string | undefined,
): Promise<boolean> {
  dummyHash ??= hashPassword('unused password')
  const isMatch = await (await loadArgon2()).verify(passwordHash ?? (await dummyHash), password)
  return isMatch && passwordHash !== undefined
}

/** Loaded on first use, so that an idle site does without it. */
const loadArgon2 = () => import('@node-rs/argon2')
