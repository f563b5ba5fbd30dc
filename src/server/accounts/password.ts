/** Argon2id, 19 MiB, 2 passes: the library's defaults, OWASP's recommendation. Works off the main thread. */
export const hashPassword = async (password: string) => (await loadArgon2()).hash(password)

let dummyHash: Promise<string> | undefined

/** True when the password fits. Without a hash it takes as long and is false, so that nobody learns which e-mails exist. */
export async function isCorrectPassword(
  password: string,
  passwordHash: string | undefined,
): Promise<boolean> {
  dummyHash ??= hashPassword('nobody signs in with this')
  const isMatch = await (await loadArgon2()).verify(passwordHash ?? (await dummyHash), password)
  return isMatch && passwordHash !== undefined
}

/** Only where somebody signs in: an idle site does without it. */
const loadArgon2 = () => import('@node-rs/argon2')
