import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LOST_REASON_MAX } from '#contract/leads/leads.ts'
import classes from './lost-reason-form.module.css'

const commonReasons = ['price', 'competitor', 'timing', 'unreachable', 'need', 'area'] as const

type Props = {
  value: string
  question: string
  /** Label of the button that skips the question. */
  skip: string
  onSave: (reason: string) => void
  onSkip: () => void
}

/** Lost reason: one of the common ones or free text. */
export function LostReasonForm({ value, question, skip, onSave, onSkip }: Props) {
  const { t } = useTranslation('leads')
  const [reason, setReason] = useState(value)
  const trimmed = reason.trim()
  return (
    <form
      className={classes.form}
      aria-label={question}
      onSubmit={(event) => {
        event.preventDefault()
        if (trimmed) onSave(trimmed)
      }}
    >
      <div className={classes.reasons}>
        {commonReasons.map((key) => {
          const text = t(`lost.reasons.${key}`)
          return (
            <UnstyledButton
              key={key}
              className={classes.reason}
              aria-pressed={trimmed === text}
              onClick={() => setReason(text)}
            >
              {text}
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
        <Button type="submit" variant="light" disabled={!trimmed}>
          {t('lost.save')}
        </Button>
        <Button variant="subtle" onClick={onSkip}>
          {skip}
        </Button>
      </div>
    </form>
  )
}
