import { Button } from '#web/ui/button.tsx'
import { toDraftField } from './draft.ts'
import { useQuotation, useQuotationState } from './fields.tsx'

const MAX_SHOWN = 6

/** What is missing or wrong before the quotation can be sent, and what should be checked. Each entry leads to its field. */
export function DraftProblems() {
  const { problems, errors, stored } = useQuotationState()
  const keys = stored?.lines.map(({ key = '' }) => key) ?? []
  const warnings = stored?.warnings ?? []
  return (
    <>
      <FieldLinks
        title="Before the quotation can be sent:"
        label="Missing or wrong"
        problems={Object.entries({ ...problems, ...errors })}
      />
      <FieldLinks
        title="To check:"
        label="To check"
        problems={warnings.map(({ field, message }) => [toDraftField(field, keys), message])}
      />
    </>
  )
}

interface FieldLinksProps {
  title: string
  label: string
  problems: [field: string, message: string][]
}

function FieldLinks({ title, label, problems }: FieldLinksProps) {
  if (problems.length === 0) return null
  const rest = problems.length - MAX_SHOWN
  return (
    <div className="mb-3 rounded-md bg-warning-soft px-3 py-2 text-sm">
      <p className="text-warning">{title}</p>
      <ul aria-label={label} className="mt-0.5 grid justify-items-start">
        {problems.slice(0, MAX_SHOWN).map(([field, message]) => (
          <li key={message}>
            <FieldLink field={field}>{message}</FieldLink>
          </li>
        ))}
        {rest > 0 && <li>{rest === 1 ? 'and 1 more' : `and ${rest} more`}</li>}
      </ul>
    </div>
  )
}

function FieldLink({ field, children }: { field: string; children: string }) {
  const editor = useQuotation()
  return (
    <Button
      variant="link"
      size="sm"
      className="text-left whitespace-normal"
      onClick={() => editor.revealErrors(field)}
    >
      {children}
    </Button>
  )
}
