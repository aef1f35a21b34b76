import { Modal } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './popup.module.css'

/** Payment required. Never shown while `IS_PAYMENT_REQUIRED` is false (specification, section 2). */
export function PaymentPopup() {
  const { t } = useTranslation('popups')
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      attributes={{ content: { 'aria-label': t('payment.title') } }}
    >
      <PaymentRequired />
    </Modal>
  )
}

export function PaymentRequired() {
  const { t } = useTranslation('popups')
  return (
    <div className={classes.popup}>
      <span className={classes.icon} data-hue="amber" aria-hidden>
        <IconCreditCard stroke={1.75} />
      </span>
      <h2 className={classes.title}>{t('payment.title')}</h2>
      <p className={classes.text}>{t('payment.text')}</p>
    </div>
  )
}
