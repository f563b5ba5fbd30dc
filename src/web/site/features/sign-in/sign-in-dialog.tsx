import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { LoginReply } from '#contracts/account/account.ts'
import { MESSAGES } from '#contracts/limits.ts'
import { STORAGE_KEYS } from '#contracts/storage-keys.ts'
import { t } from '#messages/messages.ts'
import { type Api, ApiError, browserApi, getErrorStatus, send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { carryToast } from '../../../lib/carried-toast.ts'
import { showToast } from '../../../lib/toast.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { ForgotPassword } from './forgot-password.tsx'

/**
 * The sign-in dialog for staff (rows AUTH-1 to AUTH-6). On success it stores the token and the user in local storage and
 * calls `onSuccess`. Closing it aborts a pending request.
 */
export default function SignInDialog({ onClose, onSuccess }: { onClose: () => void; onSuccess: () => void }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [visible, setVisible] = useState(false)
  const [code, setCode] = useState<string>()
  const [isResettingPassword, setIsResettingPassword] = useState(false)
  const pendingRequest = useRef<AbortController>(null)
  const signIn = useGuardedMutation({
    mutationFn: async () => {
      pendingRequest.current = new AbortController()
      return (await send(
        abortableApi(pendingRequest.current.signal),
        'POST',
        '/api/auth/login',
        { email, password, code },
        t('Login failed'),
      )) as LoginReply
    },
    onSuccess: ({ token, user }) => {
      localStorage.setItem(STORAGE_KEYS.token, token)
      localStorage.setItem(STORAGE_KEYS.user, JSON.stringify(user))
      const toast = { title: t('Success'), description: t('Login successful! Welcome back.') }
      showToast(toast)
      carryToast(toast)
      setEmail('')
      setPassword('')
      setCode(undefined)
      onClose()
      onSuccess()
    },
    onError: (error) => {
      if (pendingRequest.current?.signal.aborted) return
      // An account with two-step verification needs a code as well: a third field appears, which says enough.
      if (error instanceof ApiError && error.type === 'code-needed' && code === undefined) return setCode('')
      const hasResponse = getErrorStatus(error) !== undefined
      showError(hasResponse ? error.message || t('Login failed') : t('Network error. Please try again.'))
    },
  })
  const close = () => {
    pendingRequest.current?.abort()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() && password.trim()) signIn.send()
    else showError(MESSAGES.fillAllFields)
  }
  if (isResettingPassword) {
    return (
      <Dialog key="forgotten" title={t('Forgot your password?')} onClose={onClose}>
        <ForgotPassword email={email} onBack={() => setIsResettingPassword(false)} />
      </Dialog>
    )
  }
  return (
    <Dialog title={t('Admin Login')} onClose={close}>
      <form onSubmit={submit} noValidate className="grid gap-5 px-6 pt-4 pb-6">
        <TextField
          label={t('Email')}
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          disabled={signIn.isPending}
        />
        <div className="relative">
          <TextField
            label={t('Password')}
            type={visible ? 'text' : 'password'}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            disabled={signIn.isPending}
          />
          <IconButton
            label={visible ? t('Hide password') : t('Show password')}
            variant="ghost"
            aria-pressed={visible}
            onClick={() => setVisible(!visible)}
            className="absolute right-0 bottom-0"
          >
            {visible ? <EyeOff aria-hidden="true" size={20} /> : <Eye aria-hidden="true" size={20} />}
          </IconButton>
        </div>
        {code !== undefined && (
          <TextField
            // Mounted again when the response arrives: a disabled field cannot take the focus.
            key={String(signIn.isPending)}
            label={t('Code')}
            hint={t('From your authenticator app, or a recovery code.')}
            autoComplete="one-time-code"
            autoFocus
            value={code}
            onChange={(event) => setCode(event.target.value)}
            disabled={signIn.isPending}
          />
        )}
        <Button type="submit" disabled={signIn.isPending}>
          {signIn.isPending ? t('Signing in...') : t('Sign in')}
        </Button>
        <Button
          variant="link"
          size="sm"
          className="justify-self-start"
          disabled={signIn.isPending}
          onClick={() => setIsResettingPassword(true)}
        >
          {t('Forgot your password?')}
        </Button>
      </form>
    </Dialog>
  )
}

const abortableApi =
  (signal: AbortSignal): Api =>
  (path, init) =>
    browserApi(path, { ...init, signal })

const showError = (description: string) =>
  showToast({ variant: 'destructive', title: t('Error'), description })
