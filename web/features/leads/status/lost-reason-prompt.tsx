import { IconMoodSad } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '../../../ui/feedback/notice.module.css'
import { LostReasonForm } from './lost-reason-form.tsx'

type Props = { value: string | null; onSave: (reason: string) => void; onSkip: () => void }

/** Asks for the lost reason once a lead is lost; does not block the page. */
export function LostReasonPrompt({ value, onSave, onSkip }: Props) {
  const { t } = useTranslation('leads')
  return (
    <section className={classes.card} data-hue="slate" aria-label={t('lost.question')}>
      <h2 className={classes.title}>
        <IconMoodSad size={16} stroke={1.75} aria-hidden />
        {t('lost.question')}
      </h2>
      <LostReasonForm value={value ?? ''} question={t('lost.question')} skip={t('lost.skip')} {...{ onSave, onSkip }} />
    </section>
  )
}
