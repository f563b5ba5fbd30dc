import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'

const AlertContext = createContext<(text: string) => Promise<void>>(async () => {})

/** Says something that has to be read: resolves when OK was chosen (decision 0017). */
export const useAlert = () => useContext(AlertContext)

export function AlertProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ text: string; done: () => void }>()
  const alert = useCallback((text: string) => new Promise<void>((done) => setShown({ text, done })), [])
  const close = () => {
    setShown(undefined)
    shown?.done()
  }
  return (
    <AlertContext value={alert}>
      {children}
      {shown && (
        <Dialog title={shown.text} role="alertdialog" onClose={close}>
          <DialogActions>
            <Button onClick={close} autoFocus>
              OK
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </AlertContext>
  )
}
