import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { Link } from 'react-router'
import type {
  ConfirmableStep,
  GettingStarted as GettingStartedData,
  SetupStep,
} from '#contracts/dashboard.ts'
import { send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { saveChecklistDismissal } from '../../session/requests.ts'
import { adminApi } from '../../session/session.ts'
import { showErrorToast } from '../../shell/error-toast.ts'
import { DemoRemovalButton } from './demo-removal.tsx'

interface StepTexts {
  label: string
  hint: string
  /** The screen on which the step is taken; without it, the step is taken on the server. */
  to?: string
}

const STEPS: Record<SetupStep, StepTexts> = {
  name: {
    label: 'Enter your name',
    hint: 'Customers read it in emails and on quotations.',
    to: ADMIN_PATHS.profile,
  },
  company: {
    label: 'Enter your company data',
    hint: 'Name, address, phone numbers and email of your company are on every page.',
    to: `${ADMIN_PATHS.settings}?section=company`,
  },
  hours: {
    label: 'Enter your business hours',
    hint: 'They are in the contact section, and the chat answers with them.',
    to: `${ADMIN_PATHS.settings}?section=links`,
  },
  productPages: {
    label: 'Decide what product pages show',
    hint: 'The currency, and the availability and warranty of items that state none.',
    to: `${ADMIN_PATHS.settings}?section=prices`,
  },
  notices: {
    label: 'Complete your legal pages',
    hint: 'Publish a privacy notice, terms of sale and imprint without text in [[brackets]], and let a lawyer read them.',
    to: ADMIN_PATHS.publications,
  },
  machine: {
    label: 'Add your first machine',
    hint: 'With pictures, price and specifications.',
    to: ADMIN_PATHS.addMachine,
  },
  mail: {
    label: 'Set up email',
    hint: 'Staff are then told about new enquiries. The settings SMTP_URL and NOTIFY_EMAIL are on the server.',
  },
  colleague: {
    label: 'Invite a colleague',
    hint: 'Everyone signs in with an account of their own.',
    to: ADMIN_PATHS.accounts,
  },
  backup: {
    label: 'Set up nightly backups',
    hint: 'Ask the person who runs the server to set up backups.',
  },
  databaseBackup: {
    label: 'Set up nightly backups of PostgreSQL',
    hint: 'On the server, with pg_dump or the tools of your provider; then pictures, attachments and documents (docs/scaling.md). The site cannot check this.',
  },
  demo: {
    label: 'Remove the demo',
    hint: 'The example machines, parts, services and enquiries that this site came with.',
  },
}

/** The buttons of the steps that staff confirm, while the step is open and once it is confirmed. */
const CONFIRMATIONS: Partial<Record<SetupStep, { confirm: string; withdraw: string; done: string }>> = {
  hours: { confirm: 'They are right', withdraw: 'Not right', done: 'Business hours confirmed' },
  productPages: { confirm: 'It is right', withdraw: 'Not right', done: 'Product pages confirmed' },
  databaseBackup: { confirm: 'Mark as set up', withdraw: 'Not set up', done: 'Backups marked as set up' },
} satisfies Record<ConfirmableStep, object>

/** The steps of setting up a new site, until all are done or the user hides them. */
export function GettingStarted({ data }: { data: GettingStartedData | null }) {
  const client = useQueryClient()
  const save = useGuardedMutation<unknown, boolean>({
    mutationFn: (dismissed) => saveChecklistDismissal(client, dismissed),
    onSuccess: () =>
      showToast({
        title: 'Checklist hidden',
        description: 'You can show it again under Your account.',
        action: {
          label: 'Undo',
          run: () => void saveChecklistDismissal(client, false).catch(showErrorToast),
        },
      }),
    onError: (error) => void showErrorToast(error),
  })
  if (!data || data.dismissed) return null
  const doneCount = data.steps.filter(({ done }) => done).length
  if (doneCount === data.steps.length) return null
  return (
    <Panel title="Getting started" note={`${doneCount} of ${data.steps.length} done`}>
      <ul className="grid gap-x-6 gap-y-3 md:grid-cols-2 xl:grid-cols-3">
        {data.steps.map(({ step, done }) => (
          <Step key={step} step={step} done={done} />
        ))}
      </ul>
      <Button
        variant="link"
        size="sm"
        className="mt-3 -mb-2 px-0 print:hidden"
        disabled={save.isPending}
        onClick={() => save.send(true)}
      >
        Hide this checklist
      </Button>
    </Panel>
  )
}

function Step({ step, done }: { step: SetupStep; done: boolean }) {
  const { label, hint, to } = STEPS[step]
  const texts = CONFIRMATIONS[step]
  const Icon = done ? CircleCheck : CircleDashed
  return (
    <li className="flex gap-2.5">
      <Icon
        role="img"
        aria-label={done ? 'Done:' : 'To do:'}
        size={22}
        className={`mt-0.5 flex-none ${done ? 'text-success' : 'text-muted'}`}
      />
      <div className="min-w-0">
        {to && !done ? (
          <Link to={to} className="font-semibold text-link hover:underline">
            {label}
          </Link>
        ) : (
          <span className={done ? 'text-muted line-through' : 'font-semibold'}>{label}</span>
        )}
        {!done && <p className="text-muted text-sm">{hint}</p>}
        {texts && (step === 'databaseBackup' || !done) && (
          <Confirmation step={step} confirmed={done} texts={texts} />
        )}
        {step === 'demo' && <DemoRemovalButton />}
      </div>
    </li>
  )
}

/** Says that a step is done, or takes it back. */
function Confirmation(props: {
  step: SetupStep
  confirmed: boolean
  texts: { confirm: string; withdraw: string; done: string }
}) {
  const { step, confirmed, texts } = props
  const client = useQueryClient()
  const save = async (next: boolean) => {
    await send(adminApi, 'PUT', '/api/dashboard/step-confirmation', { step, confirmed: next })
    await client.invalidateQueries({ queryKey: ['/api/dashboard'] })
  }
  const confirm = useGuardedMutation<unknown, boolean>({
    mutationFn: save,
    onSuccess: () => {
      if (confirmed) return
      showToast({
        title: texts.done,
        action: { label: 'Undo', run: () => void save(false).catch(showErrorToast) },
      })
    },
    onError: (error) => void showErrorToast(error),
  })
  return (
    <Button
      variant="link"
      size="sm"
      className="px-0 print:hidden"
      disabled={confirm.isPending}
      onClick={() => confirm.send(!confirmed)}
    >
      {confirmed ? texts.withdraw : texts.confirm}
    </Button>
  )
}
