import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { useChange } from './queries.ts'

/** Something that is asked before it is done. */
export interface Question {
  title: string
  text: string
  answer: string
  change: Parameters<ReturnType<typeof useChange>['send']>[0]
  onDone: (answer: unknown) => void
}

/** Does what was asked, and closes when it is done; a refusal leaves it open. */
export function QuestionDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  const change = useChange((answer) => {
    onClose()
    question.onDone(answer)
  })
  return (
    <Dialog title={question.title} role="alertdialog" tone="danger" onClose={onClose}>
      <p className="px-6 pt-3 text-muted">{question.text}</p>
      <DialogActions>
        <Button variant="outline" onClick={onClose} autoFocus>
          Cancel
        </Button>
        <Button
          variant="destructive"
          disabled={change.isPending}
          onClick={() => change.send(question.change)}
        >
          {question.answer}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
