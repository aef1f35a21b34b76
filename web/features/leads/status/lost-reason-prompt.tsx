import { IconMoodSad } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '../lead/notice.module.css'
import { LostReason } from './lost-reason-form.tsx'

type Props = { value: string | null; onSave: (reason: string) => void; onSkip: () => void }

/** Asked beside everything else once a lead is lost: nothing waits for the answer. */
export function LostPrompt({ value, onSave, onSkip }: Props) {
  const { t } = useTranslation('leads')
  return (
    <section className={classes.card} data-hue="slate" aria-label={t('lost.question')}>
      <h2 className={classes.title}>
        <IconMoodSad size={16} stroke={1.75} aria-hidden />
        {t('lost.question')}
      </h2>
      <LostReason value={value ?? ''} question={t('lost.question')} skip={t('lost.skip')} {...{ onSave, onSkip }} />
    </section>
  )
}
