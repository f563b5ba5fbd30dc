import { hash, verify } from '@node-rs/argon2'

/** Argon2id, 19 MiB, 2 passes: the library's defaults, OWASP's recommendation. Works off the main thread. */
export const hashPassword = (password: string) => hash(password)

let decoy: Promise<string> | undefined

/** True when the password fits. Without a hash it takes as long and is false, so that nobody learns which e-mails exist. */
export async function passwordFits(password: string, passwordHash: string | undefined): Promise<boolean> {
  decoy ??= hashPassword('nobody signs in with this')
  const fits = await verify(passwordHash ?? (await decoy), password)
  return fits && passwordHash !== undefined
}
