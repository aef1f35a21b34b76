import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LOST_REASON_MAX } from '#contract/leads.ts'
import classes from './lost-reason-form.module.css'

/** What is said most; anything else is typed. */
const reasons = ['price', 'competitor', 'timing', 'unreachable', 'need', 'area'] as const

type Props = {
  value: string
  question: string
  /** What the second button says: to answer later, or not at all. */
  skip: string
  onSave: (reason: string) => void
  onSkip: () => void
}

/** Why a lead was lost, in a word that is often said or in one's own. */
export function LostReason({ value, question, skip, onSave, onSkip }: Props) {
  const { t } = useTranslation('leads')
  const [reason, setReason] = useState(value)
  const given = reason.trim()
  return (
    <form
      className={classes.form}
      aria-label={question}
      onSubmit={(event) => {
        event.preventDefault()
        if (given) onSave(given)
      }}
    >
      <div className={classes.reasons}>
        {reasons.map((key) => {
          const words = t(`lost.reasons.${key}`)
          return (
            <UnstyledButton
              key={key}
              className={classes.reason}
              aria-pressed={given === words}
              onClick={() => setReason(words)}
            >
              {words}
            </UnstyledButton>
          )
        })}
      </div>
      <div className={classes.line}>
        <TextInput
          className={classes.own}
          aria-label={t('lost.reason')}
          placeholder={t('lost.reason')}
          value={reason}
          maxLength={LOST_REASON_MAX}
          dir="auto"
          autoFocus
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Button type="submit" variant="light" disabled={!given}>
          {t('lost.save')}
        </Button>
        <Button variant="subtle" onClick={onSkip}>
          {skip}
        </Button>
      </div>
    </form>
  )
}
