import { Button, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GUEST_WORDS_MAX, OFFERS_MAX } from '#contract/leads/meetings/meeting-shapes.ts'
import { formatTime } from '../../lib/i18n/format.ts'
import { daysOfTimes, TimePicker } from './booking/time-picker.tsx'
import type { SendAnswer } from './guest-meeting.api.ts'
import classes from './guest-meeting.module.css'
import { fullDate } from './meeting-time.ts'

type Props = { offers: readonly string[]; isSending: boolean; onSend: SendAnswer }

/** Another time: one of those offered, which confirms it at once, or in words. */
export function OtherTime({ offers, isSending, onSend }: Props) {
  const { t } = useTranslation('guest-meeting')
  const [words, setWords] = useState('')
  const text = words.trim()
  return (
    <section className={classes.card} aria-label={t('another')}>
      {offers.length > 0 && (
        <Stack gap="xs">
          <h3 className={classes.head}>{t('offers')}</h3>
          {offers.length > OFFERS_MAX && <ManyOffers offers={offers} isSending={isSending} onSend={onSend} />}
          {(offers.length > OFFERS_MAX ? [] : offers).map((startsAt) => (
            <Button
              key={startsAt}
              variant="light"
              disabled={isSending}
              onClick={() => onSend({ kind: 'move', startsAt })}
            >
              {t('offer', { date: fullDate(startsAt), time: formatTime(startsAt) })}
            </Button>
          ))}
        </Stack>
      )}
      <form
        className={classes.words}
        onSubmit={(event) => {
          event.preventDefault()
          if (text) onSend({ kind: 'move', words: text })
        }}
      >
        <Textarea
          label={t(offers.length > 0 ? 'wordsBesides' : 'words')}
          placeholder={t('wordsExample')}
          value={words}
          maxLength={GUEST_WORDS_MAX}
          dir="auto"
          autosize
          minRows={2}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!text} loading={isSending}>
          {t('sendWords')}
        </Button>
      </form>
    </section>
  )
}

/** Of a meeting that was booked: any free time of its page. */
function ManyOffers({ offers, isSending, onSend }: Props) {
  const { t } = useTranslation('guest-meeting')
  const [chosen, choose] = useState<string>()
  return (
    <>
      <TimePicker days={daysOfTimes(offers)} chosen={chosen} onChoose={choose} />
      {chosen && (
        <Button size="lg" loading={isSending} onClick={() => onSend({ kind: 'move', startsAt: chosen })}>
          {t('moveTo', { date: fullDate(chosen), time: formatTime(chosen) })}
        </Button>
      )}
    </>
  )
}
