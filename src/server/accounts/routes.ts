import type { Api } from '#server/kernel/api.ts'
import { keyRoutes } from './key-routes.ts'
import { ownAccountRoutes } from './own-account-routes.ts'
import type { AccountParts } from './parts.ts'
import { peopleRoutes } from './people-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { welcomeRoutes } from './welcome-routes.ts'

/** Who may sign in, how, and what programs sign in with. */
export async function accountRoutes(app: Api, parts: AccountParts): Promise<void> {
  signInRoutes(app, parts)
  welcomeRoutes(app, parts)
  ownAccountRoutes(app, parts)
  peopleRoutes(app, parts)
  keyRoutes(app, parts)
}
