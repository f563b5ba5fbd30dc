import { useEffect, useRef } from 'react'
import { formatVisitorDate } from '#contracts/format.ts'
import { toLanguagePath } from '#contracts/language-path.ts'
import { useOrigin } from '#web/lib/navigation/navigation.tsx'
import { useSiteContent } from '#web/lib/site-content.tsx'

/** The head of a printed page: the company and how to reach it, what is printed, its web address and the date. */
export function PrintHeader({ title, path }: { title: string; path: string }) {
  const { company } = useSiteContent()
  const origin = useOrigin()
  const date = useRef<HTMLTimeElement>(null)
  useEffect(() => {
    const writeDate = () => {
      if (date.current) date.current.textContent = formatVisitorDate(Date.now())
    }
    addEventListener('beforeprint', writeDate)
    return () => removeEventListener('beforeprint', writeDate)
  }, [])
  return (
    <div className="print-header hidden">
      <b>{company.name}</b>
      <span>{title}</span>
      <time ref={date} />
      <span>{company.phones[0]?.number}</span>
      <span>{company.email}</span>
      <span>{origin + toLanguagePath(path)}</span>
    </div>
  )
}
