import { IconAlertTriangle, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type CallPhase, type RingingCall, TEST } from '#contract/calls/softphone.ts'
import { TalkControls } from '../../shared/talk/talk-controls.tsx'
import { TalkTime } from '../../shared/talk/talk-time.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import classes from './call-card.module.css'
import { Caller } from './caller.tsx'
import { KnownLead } from './known-lead.tsx'
import { isRinging, type PhoneCall, type PhoneState, type Softphone } from './lines/softphone.ts'
import { MadeCallState } from './made-call.tsx'
import { RingActions } from './ring-actions.tsx'
import { ringingQuery } from './softphone.api.ts'
import { TalkActions } from './talk-actions.tsx'

/** A call that will ring here: its caller hears a greeting, chooses in a menu, or waits in line. */
type AnnouncedCall = Pick<PhoneCall, 'peer' | 'about'> & { state: 'announced' }
export const announcedCall = (callId: string): AnnouncedCall => ({ peer: '', about: { callId }, state: 'announced' })
/** `isBack`: the page was reloaded during this call. */
type Props = Pick<PhoneState, 'problem' | 'sound'> & {
  call: PhoneCall | AnnouncedCall
  phone: Softphone
  isBack: boolean
}

/** The current call, above every screen, from its greeting until its end. */
export function CallCard({ call, problem, sound, phone, isBack }: Props) {
  const { t } = useTranslation('softphone')
  const { data } = useQuery(ringingQuery(call.about.callId))
  const known = data?.call.known
  const isAnnounced = call.state === 'announced'
  const rings = !isAnnounced && isRinging(call)
  const isIncoming = isAnnounced || rings
  const isNewLead = data?.call.isNewLead === true
  const title = isIncoming ? (isNewLead ? 'newLead.title' : 'incoming') : 'call'
  return (
    <section className={classes.card} aria-label={t(title)} data-ringing={rings || undefined}>
      <div className={classes.head} role={rings ? 'alert' : isAnnounced ? 'status' : undefined}>
        <span className={classes.icon} data-hue={isIncoming ? 'green' : 'teal'} aria-hidden>
          <IconPhone size={20} stroke={1.75} />
        </span>
        <span className={classes.words}>
          <Caller call={data?.call} peer={call.peer} isAnnounced={isAnnounced} />
        </span>
        {!isAnnounced && <Progress call={call} making={data?.call.making ?? null} />}
      </div>
      {isNewLead && rings && <NewLead />}
      {known && <KnownLead known={known} />}
      {!isAnnounced && call.about[TEST] === undefined && (
        <TalkControls callId={call.about.callId} isTalking={call.state === 'talking'} />
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {t(`problem.${problem}`)}
        </p>
      )}
      {sound && <PoorSound problem={sound} />}
      {isAnnounced ? (
        <Stage call={data?.call} />
      ) : rings ? (
        <RingActions phone={phone} call={data?.call} isBack={isBack} />
      ) : (
        <TalkActions call={call} phone={phone} />
      )}
    </section>
  )
}

/** How far the call is: how long it rings or lasts, and for a call that the person makes, whose phone rings. */
function Progress({ call, making }: { call: PhoneCall; making: CallPhase | null }) {
  const { t } = useTranslation('softphone')
  const isMade = making !== null && making !== 'passed'
  return (
    <span className={classes.state}>
      {call.about.tab !== undefined || (isMade && call.state === 'talking') ? (
        <MadeCallState callId={call.about.callId} />
      ) : call.state === 'talking' ? (
        <TalkTime since={call.since} />
      ) : (
        t(`state.${call.state}`)
      )}
    </span>
  )
}

/** A lead that just came: answering calls it. */
function NewLead() {
  const { t } = useTranslation('softphone')
  return (
    <p className={classes.note}>
      <strong>{t('newLead.title')}</strong>
      <span>{t('newLead.about')}</span>
    </p>
  )
}

/** Poor sound, with what helps. */
function PoorSound({ problem }: { problem: NonNullable<PhoneState['sound']> }) {
  const { t } = useTranslation('softphone')
  return (
    <p className={classes.hint} role="status">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <span>{t(`sound.${problem}`)}</span>
    </p>
  )
}

/** What the caller does before the phone rings. */
function Stage({ call }: { call: RingingCall | undefined }) {
  const { t } = useTranslation('softphone')
  const { stage, inLineSince } = call ?? { stage: null, inLineSince: null }
  return (
    <p className={classes.note}>
      {t(`stage.${stage ?? 'greeting'}`)}
      {inLineSince && <RelativeTime at={inLineSince} />}
    </p>
  )
}
