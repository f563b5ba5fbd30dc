import { Fragment } from 'react'

/** An email address that breaks after '@' and '.' when it does not fit on one line, and elsewhere only if it must. */
export function EmailText({ email }: { email: string }) {
  return (
    <span className="break-words">
      {email.split(/(?<=[@.])/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
