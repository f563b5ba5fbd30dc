import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { adminApi } from '../../session/session.ts'
import { showErrorToast } from '../../shell/error-toast.ts'
import { sessionsQuery } from './queries.ts'

/** Changes the password, which ends all other sessions of the account. */
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
        description: 'Your password was changed. You are signed out on all other devices.',
      })
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
    onError: (error) => showErrorToast(error),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    changePassword.send()
  }
  return (
    <Panel title="Password">
      <form onSubmit={submit} className="grid max-w-88 gap-4">
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label="Current password"
          type="password"
          required
          maxLength={FORM_LIMITS.passwordLength}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <TextField
          label="New password"
          hint={`At least ${FORM_LIMITS.minPasswordLength} characters. Signs you out on all other devices.`}
          type="password"
          required
          minLength={FORM_LIMITS.minPasswordLength}
          maxLength={FORM_LIMITS.passwordLength}
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
