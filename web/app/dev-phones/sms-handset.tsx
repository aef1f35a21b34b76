import { Button, Textarea, TextInput } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../lib/i18n/format.ts'
import { Phone } from '../../ui/display/phone.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { messagesQuery, useSendMessage } from './dev-phones.api.ts'
import classes from './dev-phones-page.module.css'

/** Text messages of this phone: received ones, and a message to a virtual number. */
export function SmsHandset({ caller, to }: { caller: string; to: string }) {
  const { t } = useTranslation('dev-phones')
  const { data } = useQuery(messagesQuery(caller))
  const send = useSendMessage(caller)
  const [own, setOwn] = useState<string>()
  const [text, setText] = useState('')
  const receiver = own ?? to
  const messages = data?.messages ?? []
  return (
    <section>
      <h2 className={classes.subtitle}>{t('sms.title')}</h2>
      <form
        className={classes.compose}
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate({ to: receiver, text }, { onSuccess: () => setText('') })
        }}
      >
        <TextInput
          type="tel"
          dir="ltr"
          label={t('sms.to')}
          value={receiver}
          autoComplete="off"
          onChange={({ currentTarget }) => setOwn(currentTarget.value)}
        />
        <Textarea
          dir="auto"
          autosize
          minRows={2}
          label={t('sms.text')}
          value={text}
          error={send.isError && t('sms.failed')}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button
          type="submit"
          variant="light"
          leftSection={<IconSend stroke={2} data-mirror />}
          disabled={!receiver.trim() || !text.trim()}
          loading={send.isPending}
        >
          {t('sms.send')}
        </Button>
      </form>
      {messages.length === 0 ? (
        <p className={classes.second}>{t('sms.none')}</p>
      ) : (
        <ul className={classes.messages}>
          {messages.map(({ id, isOwn, other, text: said, at }) => (
            <li key={id} className={classes.message} data-own={isOwn || undefined}>
              <span className={classes.second}>
                {t(isOwn ? 'sms.sentTo' : 'sms.from')} <Phone number={other} /> · {formatTime(at)}
              </span>
              <UserText>{said}</UserText>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
