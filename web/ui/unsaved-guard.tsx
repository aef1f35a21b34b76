import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { storage } from '../lib/storage.ts'
import { discardUnsaved, hasUnsaved } from '../lib/unsaved.ts'

/** Asks before a page is left with something unsaved in its forms (`useUnsaved`). Once on each such page. */
export function UnsavedGuard() {
  const { t } = useTranslation(['unsaved', 'common'])
  const { status, proceed, reset } = useBlocker({
    // Whoever is signed out is not asked, and what only opens a dialog or a filter leaves no page.
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
