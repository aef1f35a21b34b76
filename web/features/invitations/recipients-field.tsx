import { Pill, PillsInput } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RECIPIENTS_AT_ONCE } from '#contract/team/invitations.ts'
import { splitRecipients } from './recipients.ts'
import classes from './recipients-field.module.css'

type Props = {
  recipients: readonly string[]
  /** Recipients that are no e-mail or phone, or that the server rejected. */
  wrong: readonly string[]
  error?: string | undefined
  onChange: (recipients: string[]) => void
}

/** E-mail addresses and phones as chips, typed or pasted as a list; an invalid one is marked at once. */
export function RecipientsField({ recipients, wrong, error, onChange }: Props) {
  const { t } = useTranslation('invitations')
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    const more = splitRecipients(text).filter((one) => !recipients.includes(one))
    if (more.length > 0) onChange([...recipients, ...new Set(more)])
    setTyped('')
  }
  const remove = (recipient: string) => onChange(recipients.filter((one) => one !== recipient))
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!/[,;\n\t@]/.test(text)) return
    event.preventDefault()
    add(`${typed}${text}`)
  }
  const press = (event: KeyboardEvent) => {
    const last = recipients.at(-1)
    if (event.key === 'Backspace' && typed === '' && last) remove(last)
    const isEnd = ['Enter', ',', ';'].includes(event.key) || (event.key === ' ' && typed.includes('@'))
    if (!isEnd || event.nativeEvent.isComposing || typed.trim() === '') return
    event.preventDefault()
    add(typed)
  }
  const isFull = recipients.length > RECIPIENTS_AT_ONCE
  return (
    <PillsInput
      label={t('form.recipients')}
      description={t('form.recipientsText')}
      error={
        error ??
        (isFull
          ? t('form.tooMany', { count: RECIPIENTS_AT_ONCE })
          : wrong.length > 0 && t('form.wrong', { count: wrong.length }))
      }
      required
    >
      <Pill.Group>
        {recipients.map((one) => (
          <Pill
            key={one}
            withRemoveButton
            onRemove={() => remove(one)}
            removeButtonProps={{ 'aria-label': t('form.removeRecipient', { recipient: one }), 'aria-hidden': false }}
            className={classes.pill ?? ''}
            mod={{ wrong: wrong.includes(one) }}
          >
            <bdi dir="ltr">{one}</bdi>
          </Pill>
        ))}
        <PillsInput.Field
          value={typed}
          dir="ltr"
          className={classes.field ?? ''}
          placeholder={recipients.length === 0 ? t('form.recipientsSample') : ''}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={press}
          onPaste={paste}
          onBlur={() => add(typed)}
          aria-label={t('form.recipients')}
          autoComplete="off"
          data-autofocus
        />
      </Pill.Group>
    </PillsInput>
  )
}
