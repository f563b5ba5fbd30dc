import type { QueryClient } from '@tanstack/react-query'
import { send } from '#web/lib/api.ts'
import { adminApi } from '../session/session.ts'

/** Hides the steps of getting started from the user's dashboard, or shows them again. */
export async function saveChecklistDismissal(client: QueryClient, dismissed: boolean): Promise<void> {
  await send(adminApi, 'PUT', '/api/dashboard/getting-started', { dismissed })
  await client.invalidateQueries({ queryKey: ['/api/dashboard'] })
}
