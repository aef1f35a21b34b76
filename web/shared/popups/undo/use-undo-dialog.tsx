import { type ReactNode, Suspense, useState } from 'react'
import { lazily } from '../../../lib/lazy.ts'
import { useModal } from '../../../lib/modal-stack.ts'

const UndoDialog = lazily(() => import('./undo-dialog.tsx'), 'UndoDialog')

type Undoable = { _id: string; isUndo: boolean; isOfMessages?: boolean }
/** The dialog of an undo, loaded when it is opened; `slot` is its place on the page. */
export function useUndoDialog(businessId: string): { open: (operation: Undoable) => void; slot: ReactNode } {
  const modal = useModal('undo')
  const [asked, ask] = useState<Undoable>()
  return {
    open: (operation) => {
      ask(operation)
      modal.open()
    },
    slot: modal.opened && asked && (
      <Suspense>
        <UndoDialog
          businessId={businessId}
          operationId={asked._id}
          isUndo={asked.isUndo}
          isOfMessages={asked.isOfMessages}
          onClose={modal.close}
        />
      </Suspense>
    ),
  }
}
