import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { storage } from '../../lib/storage.ts'
import { discardUnsaved, hasUnsaved } from '../../lib/unsaved/unsaved.ts'

/** Asks before a page with unsaved changes (`useUnsaved`) is left. Mount once per page. */
export function UnsavedGuard() {
  const { t } = useTranslation(['unsaved', 'common'])
  const { status, proceed, reset } = useBlocker({
    // Does not ask after sign-out, nor when a dialog or a filter changes the URL of the same page.
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && hasUnsaved() && storage.token.get() !== null,
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  const leave = () => {
    discardUnsaved()
    proceed()
  }
  return (
    <Modal opened onClose={reset} title={t('title')} closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}>
      <Stack>
        <Text>{t('text')}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={leave}>
            {t('leave')}
          </Button>
          <Button data-autofocus onClick={reset}>
            {t('stay')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
