import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'

const AlertContext = createContext<(text: string) => Promise<void>>(async () => {})

/** Says something that has to be read: resolves when OK was chosen (decision 0017). */
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
