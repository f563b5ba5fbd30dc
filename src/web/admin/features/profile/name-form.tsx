import { type FormEvent, useState } from 'react'
import type { Profile } from '#contracts/account/profile.ts'
import { FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { adminApi, saveUser } from '../../session/session.ts'
import { showErrorToast } from '../../shell/error-toast.ts'

/** Changes the user's own name. */
export function NameForm({ account: { id, email, role, username } }: { account: Profile }) {
  const [name, setName] = useState(username)
  const save = useGuardedMutation({
    mutationFn: () => send(adminApi, 'PATCH', '/api/account', { username: name }),
    onSuccess: () => {
      saveUser({ id, email, role, username: name.trim() })
      location.reload()
    },
    onError: (error) => showErrorToast(error),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.send()
  }
  return (
    <Panel title="Name">
      <form onSubmit={submit} className="grid max-w-88 gap-4">
        <TextField
          label="Your name"
          hint="Customers read it in emails and on quotations, colleagues in lists."
          autoComplete="name"
          required
          maxLength={FORM_LIMITS.nameLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" className="justify-self-start" disabled={save.isPending || name === username}>
          {save.isPending ? 'Saving...' : 'Save name'}
        </Button>
      </form>
    </Panel>
  )
}
