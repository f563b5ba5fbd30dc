import { useEffect, useEffectEvent } from 'react'
import { useNavigationType } from 'react-router'
import { focusHeading } from '#web/ui/focus-heading.ts'

/** Focuses the title of a screen that a control opened which is gone with its own screen; not after Back or a reload. */
export function useTitleFocus(): void {
  const navigationType = useNavigationType()
  const focusTitle = useEffectEvent(() => {
    if (navigationType !== 'POP' && document.activeElement === document.body) focusHeading()
  })
  useEffect(() => focusTitle(), [])
}
