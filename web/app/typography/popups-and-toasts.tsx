import { Button, useMantineColorScheme } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useModal } from '../../lib/modal-stack.ts'
import { PaymentRequired } from '../../shared/popups/payment-popup.tsx'
import { ThankYou, ThankYouPopup } from '../../shared/popups/thank-you-popup.tsx'
import { FadeIn } from '../../ui/feedback/fade-in.tsx'
import { ToastCard } from '../../ui/feedback/toast-card.tsx'
import { TypedConfirm } from '../../ui/forms/typed-confirm.tsx'
import { Row, Section } from './section.tsx'
import classes from './typography.module.css'

/** Keeps popups and toasts visible: three weeks. */
const LONG_MS = 2_000_000_000
const nothing = () => undefined

export function PopupsAndToasts() {
  const { t, i18n } = useTranslation('typography')
  const { colorScheme } = useMantineColorScheme()
  const { t: common } = useTranslation()
  const thanks = useModal(`thanks-${i18n.language}-${colorScheme}`)
  const confirm = useModal(`confirm-${i18n.language}-${colorScheme}`)
  const [isVisible, setVisible] = useState(true)
  return (
    <Section title={t('sections.popups')}>
      <div className={classes.states}>
        <div className={classes.card}>
          <ThankYou onClose={nothing} />
        </div>
        <div className={classes.card}>
          <PaymentRequired />
        </div>
      </div>
      <div className={classes.toasts}>
        <ToastCard kind="success" message={t('popups.saved')} ms={LONG_MS} undo={undefined} onClose={nothing} />
        <ToastCard kind="success" message={t('popups.deleted')} ms={LONG_MS} undo={nothing} onClose={nothing} />
        <ToastCard kind="info" message={t('popups.info')} ms={LONG_MS} undo={undefined} onClose={nothing} />
        <ToastCard kind="error" message={t('popups.failed')} ms={LONG_MS} undo={undefined} onClose={nothing} />
      </div>
      <Row>
        <Button variant="default" onClick={thanks.open}>
          {t('popups.thanks')}
        </Button>
        <Button variant="default" onClick={confirm.open}>
          {t('popups.confirm')}
        </Button>
        <Button variant="default" onClick={() => setVisible(!isVisible)}>
          {isVisible ? t('fade.hide') : t('fade.show')}
        </Button>
      </Row>
      <FadeIn visible={isVisible}>{t('fade.text')}</FadeIn>
      <ThankYouPopup opened={thanks.opened} onClose={thanks.close} />
      <TypedConfirm
        opened={confirm.opened}
        title={t('popups.confirmTitle')}
        text={t('popups.confirmText')}
        word={t('inputs.campaignValue')}
        action={common('delete')}
        onConfirm={confirm.close}
        onClose={confirm.close}
      />
    </Section>
  )
}
