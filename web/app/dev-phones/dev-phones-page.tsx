import { SegmentedControl, Switch, TextInput } from '@mantine/core'
import { IconPhoneOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LanguageSwitch } from '../../ui/layout/language-switch.tsx'
import { SchemeSwitch } from '../../ui/layout/scheme-switch.tsx'
import { NotFound } from '../pages/not-found.tsx'
import { demoNumbersQuery, setPoorLine } from './dev-phones.api.ts'
import classes from './dev-phones-page.module.css'
import { Handset, type Voice } from './handset.tsx'
import { NumberList } from './number-list.tsx'
import { SmsHandset } from './sms-handset.tsx'

/** The default caller: an unassigned mobile number. */
const FIRST_CALLER = '054-123-4567'
const CALLER = /^(\+|0)\d{8,14}$/

/** A phone outside the product that calls its numbers: for demos and development only. */
export function DevPhonesPage() {
  const { t } = useTranslation('dev-phones')
  const { data, isPending } = useQuery(demoNumbersQuery)
  const [typed, setTyped] = useState(FIRST_CALLER)
  const [caller, setCaller] = useState(e164(FIRST_CALLER))
  const [voice, setVoice] = useState<Voice>('microphone')
  const [dialled, setDialled] = useState('')
  const [isPoor, setPoor] = useState(false)
  if (isPending) return null
  if (!data) return <NotFound />
  const choose = () => {
    if (!CALLER.test(plain(typed)) || e164(typed) === caller) return
    if (isPoor) spoil(false)
    setCaller(e164(typed))
  }
  const spoil = (next: boolean) => {
    setPoor(next)
    void setPoorLine(caller, next).catch(() => setPoor(!next))
  }
  return (
    <div className={classes.page}>
      <title>{`${t('title')} · Leadline`}</title>
      <header className={classes.head}>
        <div>
          <h1 className={classes.title}>{t('title')}</h1>
          <p className={classes.text}>{t('text')}</p>
        </div>
        <span className={classes.switches}>
          <LanguageSwitch />
          <SchemeSwitch />
        </span>
      </header>
      <div className={classes.columns}>
        <section className={classes.phone} aria-label={t('phone')}>
          <div className={classes.settings}>
            <TextInput
              type="tel"
              dir="ltr"
              label={t('caller')}
              value={typed}
              error={!CALLER.test(plain(typed)) && t('callerWrong')}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              onBlur={choose}
              onKeyDown={({ key }) => key === 'Enter' && choose()}
            />
            <SegmentedControl
              value={voice}
              onChange={(value) => setVoice(value === 'robot' ? 'robot' : 'microphone')}
              aria-label={t('voice')}
              data={[
                { value: 'microphone', label: t('microphone') },
                { value: 'robot', label: t('robot') },
              ]}
            />
            {data.hasMessages && (
              <Switch
                label={t('poorLine')}
                description={t('poorLineText')}
                checked={isPoor}
                onChange={({ currentTarget }) => spoil(currentTarget.checked)}
              />
            )}
          </div>
          <Handset key={`${caller} ${voice}`} caller={caller} voice={voice} dialled={dialled} onDial={setDialled} />
        </section>
        <div className={classes.side}>
          {data.numbers.length === 0 ? (
            <EmptyState icon={<IconPhoneOff />} title={t('noNumbers')} text={t('noNumbersText')} />
          ) : (
            <NumberList numbers={data.numbers} chosen={dialled} onChoose={setDialled} />
          )}
          {data.hasMessages && <SmsHandset key={caller} caller={caller} to={dialled} />}
        </div>
      </div>
    </div>
  )
}

const plain = (text: string) => text.replace(/[^\d+]/g, '')
const e164 = (text: string) => plain(text).replace(/^0/, '+972')
