import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsTalking } from '../../lib/on-the-line.ts'
import { toast } from '../../ui/toast.tsx'
import { signOut } from '../session-control.ts'

/** What the question does when it is answered with yes; null: it is not asked. Whatever asked it may be closed by then. */
let asked: (() => void) | null = null
const listeners = new Set<() => void>()
function ask(leave: (() => void) | null) {
  asked = leave
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Signs out, in a call after a question; `quiet` (the phone's menu) only logs a failure. */
export function useSignOut({ quiet = false } = {}) {
  const { t } = useTranslation('shell')
  const place = { router: useRouter(), queryClient: useQueryClient() }
  const isTalking = useIsTalking()
  const { mutate } = useMutation({
    mutationFn: () => signOut(place),
    meta: { silent: true },
    onError: () => void (quiet || toast.error(t('logoutFailed'))),
  })
  return () => (isTalking ? ask(() => mutate()) : mutate())
}

/** Signing out ends the call: the customer is put through to somebody else, or told. */
export function SignOutQuestion() {
  const { t } = useTranslation('shell')
  const { t: common } = useTranslation()
  const leave = useSyncExternalStore(subscribe, () => asked)
  const close = () => ask(null)
  return (
    <Modal
      opened={leave !== null}
      onClose={close}
      title={t('logoutInCall.title')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack>
        <Text>{t('logoutInCall.text')}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} data-autofocus>
            {t('logoutInCall.stay')}
          </Button>
          <Button
            color="red"
            onClick={() => {
              leave?.()
              close()
            }}
          >
            {t('logoutInCall.leave')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
