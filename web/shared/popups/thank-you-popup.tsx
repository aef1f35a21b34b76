import { Button, Modal } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './popup.module.css'

/** Shown after the answer to an invitation (specification, section 2). */
export function ThankYouPopup({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('popups')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': t('thanks.title') } }}
    >
      <ThankYou onClose={onClose} />
    </Modal>
  )
}

export function ThankYou({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('popups')
  const { t: common } = useTranslation()
  return (
    <div className={classes.popup}>
      <span className={classes.icon} data-hue="green" aria-hidden>
        <IconCircleCheck stroke={1.75} />
      </span>
      <h2 className={classes.title}>{t('thanks.title')}</h2>
      <p className={classes.text}>{t('thanks.text')}</p>
      <Button onClick={onClose} data-autofocus>
        {common('close')}
      </Button>
    </div>
  )
}
