import { ActionIcon, Button, Kbd } from '@mantine/core'
import { IconDialpad, IconMicrophone, IconMicrophoneOff, IconPhone, IconPhoneOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { Phone } from '../../ui/display/phone.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import classes from './call-card.module.css'
import { Keypad } from './keypad.tsx'
import { ringingQuery } from './softphone.api.ts'
import { isRinging, type PhoneCall, type PhoneProblem, type Softphone } from './softphone.ts'
import { TalkTime } from './talk-time.tsx'
import { TalkControls } from './transfer/talk-controls.tsx'

/** A call that will ring here; the caller hears an announcement. */
type AnnouncedCall = Pick<PhoneCall, 'peer' | 'about'> & { state: 'announced' }
export const announcedCall = (callId: string): AnnouncedCall => ({ peer: '', about: { callId }, state: 'announced' })
/** `isBack`: the page was reloaded during this call. */
type Props = { call: PhoneCall | AnnouncedCall; problem: PhoneProblem | null; phone: Softphone; isBack: boolean }

/** Shift with the physical key, so that typing in a Hebrew layout does not answer. */
const ANSWER_KEY = 'Shift+KeyA'
const END_KEY = 'Shift+KeyX'
const MUTE_KEY = 'Shift+KeyM'

/** The current call, above every screen, from its announcement on: answer, talk, hang up. */
export function CallCard({ call, ...controls }: Props) {
  const { t } = useTranslation('softphone')
  const isAnnounced = call.state === 'announced'
  const rings = !isAnnounced && isRinging(call)
  const isIncoming = isAnnounced || rings
  return (
    <section
      className={classes.card}
      aria-label={t(isIncoming ? 'incoming' : 'call')}
      data-ringing={rings || undefined}
    >
      <div className={classes.head} role={rings ? 'alert' : isAnnounced ? 'status' : undefined}>
        <span className={classes.icon} data-hue={isIncoming ? 'green' : 'teal'} aria-hidden>
          <IconPhone size={20} stroke={1.75} />
        </span>
        <span className={classes.words}>
          <Caller call={call} />
        </span>
        {!isAnnounced && (
          <span className={classes.state}>
            {call.state === 'talking' ? <TalkTime since={call.since} /> : t(`state.${call.state}`)}
          </span>
        )}
      </div>
      {!isAnnounced && <TalkControls callId={call.about.callId} isTalking={call.state === 'talking'} />}
      {isAnnounced ? <p className={classes.note}>{t('announced')}</p> : <Controls call={call} {...controls} />}
    </section>
  )
}

function Controls({ call, problem, phone, isBack }: Props & { call: PhoneCall }) {
  const { t } = useTranslation('softphone')
  const [hasKeypad, setKeypad] = useState(false)
  const rings = isRinging(call)
  const isTalking = call.state === 'talking'
  const end = () => (rings ? phone.reject() : phone.hangup())
  const keys = {
    [END_KEY]: end,
    ...(rings && { [ANSWER_KEY]: () => void phone.accept() }),
    ...(isTalking && { [MUTE_KEY]: () => phone.mute(!call.isMuted) }),
  }
  useHotkeys(keys, { isAbove: true })
  const MuteIcon = call.isMuted ? IconMicrophoneOff : IconMicrophone
  return (
    <>
      {problem && (
        <p className={classes.problem} role="alert">
          {t(`problem.${problem}`)}
        </p>
      )}
      {hasKeypad && isTalking && <Keypad onKey={(digit) => phone.dtmf(digit)} />}
      <div className={classes.actions}>
        {rings && (
          <>
            <ActButton
              label={t(isBack ? 'back.continue' : 'answer')}
              keys="A"
              color="green"
              Icon={IconPhone}
              onClick={() => void phone.accept()}
            />
            <ActButton label={t('reject')} keys="X" color="red" Icon={IconPhoneOff} onClick={() => phone.reject()} />
          </>
        )}
        {!rings && (
          <>
            <ActionIcon
              size="lg"
              aria-label={t(call.isMuted ? 'unmute' : 'mute')}
              aria-pressed={call.isMuted}
              disabled={!isTalking}
              onClick={() => phone.mute(!call.isMuted)}
            >
              <MuteIcon size={20} stroke={1.75} aria-hidden />
            </ActionIcon>
            <ActionIcon
              size="lg"
              aria-label={t('keypad')}
              aria-pressed={hasKeypad}
              disabled={!isTalking}
              onClick={() => setKeypad(!hasKeypad)}
            >
              <IconDialpad size={20} stroke={1.75} aria-hidden />
            </ActionIcon>
            <span className={classes.space} />
            <ActButton label={t('hangup')} keys="X" color="red" Icon={IconPhoneOff} onClick={() => phone.hangup()} />
          </>
        )}
      </div>
    </>
  )
}

/** The lead's name if known, else the number; below it campaign and number. */
function Caller({ call: { peer, about, state } }: { call: Props['call'] }) {
  const { t } = useTranslation('softphone')
  const { businessId } = useBusiness()
  const { data } = useQuery(ringingQuery(about.callId))
  const {
    lead,
    campaign,
    number: dialled,
    isTest,
  } = data?.call ?? { lead: null, campaign: null, number: null, isTest: false }
  // The provider shows the business's own number for callers who withhold theirs.
  const shown = data && !isTest ? (data.call.caller ?? data.call.callerText) : peer.startsWith('+') ? peer : null
  const number = shown ? <Phone number={shown} /> : t('withheld')
  if (!data && state === 'announced') return <span className={classes.name}>{t('incoming')}</span>
  const name = lead?.name && <UserText cut>{lead.name}</UserText>
  return (
    <>
      <span className={classes.name}>
        {lead && campaign ? <Link to={paths.lead(businessId, campaign._id, lead._id)}>{name || number}</Link> : number}
      </span>
      <span className={classes.second}>
        {isTest && <span>{t('test')}</span>}
        {name && number}
        {campaign && <UserText cut>{campaign.name}</UserText>}
        {dialled?.label && dialled.label !== campaign?.name && <UserText cut>{dialled.label}</UserText>}
      </span>
    </>
  )
}

type ActProps = { label: string; keys: string; color: string; Icon: typeof IconPhone; onClick: () => void }

function ActButton({ label, keys, color, Icon, onClick }: ActProps) {
  const isNarrow = useNarrow()
  return (
    <Button
      className={classes.act ?? ''}
      data-act={color}
      leftSection={<Icon size={18} stroke={2} aria-hidden />}
      rightSection={
        !isNarrow && (
          <Kbd className={classes.kbd ?? ''} aria-hidden>
            Shift {keys}
          </Kbd>
        )
      }
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
