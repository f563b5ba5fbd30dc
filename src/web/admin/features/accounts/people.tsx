import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Person, PersonLink, User } from '#contracts/account.ts'
import { Button } from '../../../ui/button.tsx'
import { Plate } from '../../../ui/plate.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Table } from '../../../ui/table.tsx'
import { LoadFailure } from '../frame/load-failure.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { PersonLine } from './person-line.tsx'
import { keysQuery, peopleQuery } from './queries.ts'
import { type Question, QuestionDialog } from './question-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'

const COLUMNS = ['Name', 'E-mail', 'Role', 'Second factor', 'Last seen', 'Actions']

type Opened =
  | { kind: 'invite' }
  | { kind: 'link'; given: PersonLink }
  | { kind: 'rename'; person: Person }
  | { kind: 'question'; question: Question }

/** Everybody who may sign in, and what an owner does with them. */
export function People({ user }: { user: User }) {
  const people = useQuery(peopleQuery)
  const keys = useQuery(keysQuery)
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const showLink = (given: PersonLink) => setOpened({ kind: 'link', given })
  return (
    <Plate title="People" note="Changes count at once.">
      <Button className="mb-4" onClick={() => setOpened({ kind: 'invite' })}>
        <UserPlus aria-hidden="true" size={18} /> Invite
      </Button>
      {people.isPending ? (
        <Spinner label="Loading people..." />
      ) : people.isError ? (
        <LoadFailure what="The list" error={people.error} retry={() => void people.refetch()} />
      ) : (
        <Table columns={COLUMNS} stacked className="lg:min-w-208">
          {people.data.map((person) => (
            <PersonLine
              key={person.id}
              person={person}
              self={person.id === user.id}
              keysMade={keys.data?.filter(({ createdBy }) => createdBy === person.username).length}
              onLink={showLink}
              onRename={() => setOpened({ kind: 'rename', person })}
              onQuestion={(question) => setOpened({ kind: 'question', question })}
            />
          ))}
        </Table>
      )}
      {opened?.kind === 'invite' && <InviteDialog onClose={close} onInvited={showLink} />}
      {opened?.kind === 'link' && <LinkDialog given={opened.given} onClose={close} />}
      {opened?.kind === 'rename' && <RenameDialog person={opened.person} user={user} onClose={close} />}
      {opened?.kind === 'question' && <QuestionDialog question={opened.question} onClose={close} />}
    </Plate>
  )
}
