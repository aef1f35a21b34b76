import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { askInCall, type Question } from './in-call.ts'

/** Above the mobile menu, from which the question may be opened, and below the call card. */
const Z_INDEX = 300

/** Asks before an action that ends the call, or loses what waits to be sent. */
export function InCallQuestion({ question }: { question: Question }) {
  const { t } = useTranslation(question.about === 'logoutUnsent' ? 'unsent' : 'shell')
  const { t: common } = useTranslation()
  const close = () => askInCall(null)
  return (
    <Modal
      opened
      onClose={close}
      title={t(`${question.about}.title`)}
      zIndex={Z_INDEX}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack>
        <Text>{t(`${question.about}.text`)}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            {t(`${question.about}.stay`)}
          </Button>
          <Button
            color="red"
            onClick={() => {
              question.leave()
              close()
            }}
          >
            {t(`${question.about}.leave`)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
