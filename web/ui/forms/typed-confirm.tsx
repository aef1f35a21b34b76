import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogFoot } from '../layout/dialog-foot.tsx'

type Props = {
  opened: boolean
  title: string
  /** Explains the consequences. */
  text: string
  /** Details below the text. */
  children?: ReactNode
  /** Text to type, usually a name. */
  word: string
  action: string
  isBusy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Confirms an irreversible action by typing the name. */
export function TypedConfirm({ opened, title, text, children, word, action, isBusy, onConfirm, onClose }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const isRight = typed.trim() === word.trim()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
      onExitTransitionEnd={() => setTyped('')}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isRight) onConfirm()
        }}
      >
        <Stack>
          <Text>{text}</Text>
          {children}
          <TextInput
            label={t('typeToConfirm', { word })}
            value={typed}
            dir="auto"
            autoComplete="off"
            data-autofocus
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <DialogFoot onCancel={onClose}>
            <Button type="submit" color="red" disabled={!isRight} loading={isBusy ?? false}>
              {action}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Modal>
  )
}
