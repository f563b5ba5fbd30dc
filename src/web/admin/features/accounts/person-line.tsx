import type { Person, PersonLink, Role } from '#contracts/account.ts'
import { formatTime } from '../../../lib/time.ts'
import { showToast } from '../../../lib/toast.ts'
import { Badge } from '../../../ui/badge.tsx'
import { TableCell, TableRow } from '../../../ui/table.tsx'
import { rememberUser } from '../session/session.ts'
import { type Action, ActionsMenu } from './actions-menu.tsx'
import { useChange } from './queries.ts'
import type { Question } from './question-dialog.tsx'
import { ROLE_NAMES, ROLES } from './roles.ts'

interface PersonLineProps {
  person: Person
  /** The signed-in person's own line. */
  self: boolean
  /** API keys made under the name that the person has now; undefined as long as nobody knows. */
  keysMade: number | undefined
  onLink: (given: PersonLink) => void
  onRename: () => void
  onQuestion: (question: Question) => void
}

/** One person; the role changes here, the rest behind the menu. */
export function PersonLine({ person, self, keysMade, onLink, onRename, onQuestion }: PersonLineProps) {
  const { id, username, email, role } = person
  const path = `/api/accounts/${id}`
  const link = useChange<PersonLink>(onLink)
  const change = useChange<Person>((changed) => {
    if (self) leaveAs(changed)
  })
  const setRole = (wanted: Role) => {
    const send = () => change.send({ method: 'PATCH', path, body: { role: wanted } })
    if (!self) return send()
    onQuestion({
      title: `Become ${ROLE_NAMES[wanted]} yourself?`,
      text: 'You can then no longer change who may sign in, and cannot take this back yourself.',
      answer: 'Change my role',
      change: { method: 'PATCH', path, body: { role: wanted } },
      onDone: (changed) => leaveAs(changed as Person),
    })
  }
  const actions: Action[] = [
    { label: 'Change name', run: onRename },
    {
      label: person.state === 'invited' ? 'New invitation link' : 'New password link',
      run: () => link.send({ method: 'POST', path: `${path}/link` }),
    },
    ...(person.secondFactor
      ? [{ label: 'Turn off second factor', run: () => onQuestion(factorOff(person)) }]
      : []),
    { label: 'Remove', danger: true, run: () => onQuestion(removal(person, self, keysMade)) },
  ]
  return (
    <TableRow>
      <TableCell className="font-semibold">
        {username} {person.state === 'invited' && <Badge>Invited</Badge>}
        {self && <span className="font-normal text-muted"> (you)</span>}
      </TableCell>
      <TableCell className="break-all">{email}</TableCell>
      <TableCell>
        <select
          aria-label={`Role of ${username}`}
          value={role}
          disabled={change.isPending}
          onChange={(event) => setRole(event.target.value as Role)}
          className="field min-w-26"
        >
          {ROLES.map((name) => (
            <option key={name} value={name}>
              {ROLE_NAMES[name]}
            </option>
          ))}
        </select>
      </TableCell>
      <TableCell>
        <span className="text-muted lg:sr-only">Second factor: </span>
        {person.secondFactor ? 'On' : <span className="text-muted">Off</span>}
      </TableCell>
      <TableCell className="whitespace-nowrap">
        {person.seenAt ? (
          <time dateTime={person.seenAt}>{formatTime(person.seenAt)}</time>
        ) : (
          <span className="text-muted">Never</span>
        )}
      </TableCell>
      <TableCell>
        <ActionsMenu label={`Actions for ${username}`} actions={actions} />
      </TableCell>
    </TableRow>
  )
}

/** The frame around the screens follows the role, so it is drawn anew. */
function leaveAs({ id, username, email, role }: Person): void {
  rememberUser({ id, username, email, role })
  location.assign('/admin/dashboard')
}

const factorOff = ({ id, username }: Person): Question => ({
  title: `Turn off the second factor of ${username}?`,
  text: 'Do this when the telephone is lost. From then on the password alone is enough, until it is turned on again.',
  answer: 'Turn off',
  change: { method: 'DELETE', path: `/api/accounts/${id}/second-factor` },
  onDone: () => showToast({ title: 'Success', description: `The second factor of ${username} is off.` }),
})

const removal = ({ id, username }: Person, self: boolean, keysMade: number | undefined): Question => ({
  title: self ? 'Remove your own account?' : `Remove ${username}?`,
  text: `${self ? 'You are' : `${username} is`} signed out everywhere at once. What was done stays in the log. ${keysText(username, keysMade)}This cannot be undone.`,
  answer: 'Remove',
  change: { method: 'DELETE', path: `/api/accounts/${id}` },
  onDone: () => showToast({ title: 'Success', description: `${username} was removed.` }),
})

/** A key belongs to a program, not to whoever made it: it is ended on its own. */
function keysText(username: string, made: number | undefined): string {
  if (made === 0) return ''
  const end = 'end them under API keys first if they should not'
  if (made === undefined) return `API keys made by ${username} go on working: ${end}. `
  if (made === 1)
    return `1 API key made by ${username} goes on working: end it under API keys first if it should not. `
  return `${made} API keys made by ${username} go on working: ${end}. `
}
