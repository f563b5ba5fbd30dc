/** Argon2id, 19 MiB, 2 passes: the library's defaults, OWASP's recommendation. Works off the main thread. */
export const hashPassword = async (password: string) => (await argon2()).hash(password)

let decoy: Promise<string> | undefined

/** True when the password fits. Without a hash it takes as long and is false, so that nobody learns which e-mails exist. */
export async function passwordFits(password: string, passwordHash: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('nobody signs in with this')
  const fits = await (await argon2()).verify(passwordHash ?? (await decoy), password)
  return fits && passwordHash !== undefined
}

/** Only where somebody signs in: an idle site does without it. */
const argon2 = () => import('@node-rs/argon2')
