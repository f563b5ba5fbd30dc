import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { send } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { adminApi } from '../session/session.ts'
import { sessionsQuery, showErrorToast } from './queries.ts'

/** Another password; whoever signed in elsewhere with the old one is out. */
export function PasswordForm({ email }: { email: string }) {
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const changePassword = useGuardedMutation({
    mutationFn: () => send(adminApi, 'PUT', '/api/account/password', { password, newPassword }),
    onSuccess: async () => {
      setPassword('')
      setNewPassword('')
      showToast({
        title: 'Success',
        description: 'Your password was changed. All other sessions have ended.',
      })
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
    onError: showErrorToast,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    changePassword.send()
  }
  return (
    <Panel title="Password">
      <form onSubmit={submit} className="grid max-w-88 gap-4">
        {/* Password managers learn from it whose password this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label="Present password"
          type="password"
          required
          maxLength={1000}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <TextField
          label="New password"
          hint="At least 8 characters. Ends all your other sessions."
          type="password"
          required
          minLength={8}
          maxLength={1000}
          autoComplete="new-password"
          value={newPassword}
          onChange={(event) => setNewPassword(event.target.value)}
        />
        <Button
          type="submit"
          variant="secondary"
          className="justify-self-start"
          disabled={changePassword.isPending}
        >
          {changePassword.isPending ? 'Changing...' : 'Change password'}
        </Button>
      </form>
    </Panel>
  )
}
