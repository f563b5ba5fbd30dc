import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'

/** A read-only value with a Copy button. If the browser blocks the clipboard, the text is selected instead. */
export function CopyField({ label, hint, value }: { label: string; hint?: string; value: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      frame.current?.querySelector('input')?.select()
    }
  }
  return (
    <div ref={frame} className="grid gap-2">
      <TextField
        label={label}
        hint={hint}
        value={value}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <Button variant="outline" size="sm" className="justify-self-start" onClick={() => void copy()}>
        {copied ? <Check aria-hidden="true" size={16} /> : <Copy aria-hidden="true" size={16} />}
        {copied ? t('Copied') : t('Copy')}
      </Button>
      <span role="status" className="sr-only">
        {copied && t('Copied')}
      </span>
    </div>
  )
}
