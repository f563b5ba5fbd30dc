import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx'

const AlertContext = createContext<(text: string) => Promise<void>>(async () => {})

/** Returns a function that shows a message in a dialog; its promise resolves once OK is chosen. */
export const useAlert = () => useContext(AlertContext)

export function AlertProvider({ children }: { children: ReactNode }) {
  const [activeAlert, setActiveAlert] = useState<{ text: string; resolve: () => void }>()
  const alert = useCallback(
    (text: string) => new Promise<void>((resolve) => setActiveAlert({ text, resolve })),
    [],
  )
  const close = () => {
    setActiveAlert(undefined)
    activeAlert?.resolve()
  }
  return (
    <AlertContext value={alert}>
      {children}
      {activeAlert && (
        <Dialog title={activeAlert.text} role="alertdialog" onClose={close}>
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
