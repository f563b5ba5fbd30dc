import { Button } from '#web/ui/button.tsx'
import { focusField, useSession, useSessionState } from './fields.tsx'

const MAX_SHOWN = 6

/** What is missing or wrong before the quotation can be sent. Each entry leads to its field. */
export function MissingFields() {
  const { missing, errors } = useSessionState()
  const problems = Object.entries({ ...missing, ...errors })
  if (problems.length === 0) return null
  const rest = problems.length - MAX_SHOWN
  return (
    <div className="mb-3 rounded-md bg-warning-soft px-3 py-2 text-sm">
      <p className="text-warning">Before the quotation can be sent:</p>
      <ul aria-label="Missing or wrong" className="mt-0.5 grid justify-items-start">
        {problems.slice(0, MAX_SHOWN).map(([field, message]) => (
          <li key={field}>
            <FieldLink field={field}>{message}</FieldLink>
          </li>
        ))}
        {rest > 0 && <li>{rest === 1 ? 'and 1 more' : `and ${rest} more`}</li>}
      </ul>
    </div>
  )
}

function FieldLink({ field, children }: { field: string; children: string }) {
  const session = useSession()
  const show = () => {
    session.revealErrors()
    focusField(field)
  }
  return (
    <Button variant="link" size="sm" className="text-left whitespace-normal" onClick={show}>
      {children}
    </Button>
  )
}
