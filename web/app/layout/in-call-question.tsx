import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

/** The action that would end the call, run if the user confirms. Its own dialog may be closed by then. */
type Question = { about: 'logoutInCall' | 'switchInCall'; leave: () => void }

/** Above the mobile menu, which may open it; below the call card. */
const Z_INDEX = 300

/** Null: no question open. */
let asked: Question | null = null
const listeners = new Set<() => void>()
export function askInCall(question: Question | null) {
  asked = question
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Asks before an action that ends the call. */
export function InCallQuestion() {
  const { t } = useTranslation('shell')
  const { t: common } = useTranslation()
  const question = useSyncExternalStore(subscribe, () => asked)
  const close = () => askInCall(null)
  const about = question?.about ?? 'logoutInCall'
  return (
    <Modal
      opened={question !== null}
      onClose={close}
      title={t(`${about}.title`)}
      zIndex={Z_INDEX}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack>
        <Text>{t(`${about}.text`)}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            {t(`${about}.stay`)}
          </Button>
          <Button
            color="red"
            onClick={() => {
              question?.leave()
              close()
            }}
          >
            {t(`${about}.leave`)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
