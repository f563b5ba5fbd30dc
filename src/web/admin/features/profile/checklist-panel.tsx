import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Dashboard } from '#contracts/dashboard.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { saveChecklistDismissal } from '../../session/requests.ts'
import { can, useCurrentUser } from '../../session/session.ts'
import { showErrorToast } from '../../shell/error-toast.ts'

/** Brings the steps of getting started back to the dashboard of a user who has hidden them. */
export function ChecklistPanel() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const enabled = can(useCurrentUser(), 'dashboard.read')
  const { data } = useQuery<Dashboard>({ queryKey: ['/api/dashboard'], enabled })
  const show = useGuardedMutation({
    mutationFn: () => saveChecklistDismissal(client, false),
    onSuccess: () => navigate(ADMIN_PATHS.dashboard),
    onError: (error) => void showErrorToast(error),
  })
  if (!data?.gettingStarted?.dismissed) return null
  return (
    <Panel title="Getting started">
      <p className="mb-3">You have hidden the checklist for a new site from your dashboard.</p>
      <Button variant="outline" disabled={show.isPending} onClick={() => show.send()}>
        Show the checklist again
      </Button>
    </Panel>
  )
}
