import type { FastifyInstance } from 'fastify'
import { accountAdminRoutes } from './account-admin-routes.ts'
import type { AccountDeps } from './deps.ts'
import { apiKeyRoutes } from './profile/api-key-routes.ts'
import { profileRoutes } from './profile/profile-routes.ts'
import { setPasswordRoutes } from './set-password/set-password-routes.ts'
import { signInRoutes } from './sign-in/sign-in-routes.ts'

/** Registers sign-in, profile, accounts and API keys. */
export async function accountRoutes(app: FastifyInstance, deps: AccountDeps): Promise<void> {
  signInRoutes(app, deps)
  setPasswordRoutes(app, deps)
  profileRoutes(app, deps)
  accountAdminRoutes(app, deps)
  apiKeyRoutes(app, deps)
}
