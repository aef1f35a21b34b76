import { Button, Group, Modal, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { OLD_SECRET_HOURS } from '#contract/webhooks/webhooks.ts'
import { ShownSecret } from '../../../ui/display/shown-secret.tsx'
import classes from './editor.module.css'

/** The secret with which the receiver checks signatures. */
export function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { t } = useTranslation('webhooks')
  return (
    <Stack>
      <ShownSecret secret={secret} name={t('secret.name')} warning={t('secret.warning')} />
      <p className={classes.text}>{t('secret.text')}</p>
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('secret.done')}</Button>
      </Group>
    </Stack>
  )
}

/** The secret after a rotation. */
export function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation(['webhooks', 'common'])
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size="lg"
      title={t('secret.rotated')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <p className={classes.text}>{t('secret.oldText', { count: OLD_SECRET_HOURS })}</p>
      <Secret secret={secret} onDone={onClose} />
    </Modal>
  )
}
