import { IconTransfer } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { handedQuery, talkQuery } from '../../shared/talk/talk.api.ts'
import { TalkControls } from '../../shared/talk/talk-controls.tsx'
import classes from './call-card.module.css'
import { Caller } from './caller.tsx'
import { ringingQuery } from './softphone.api.ts'

/** The call that this page transferred, while the phone of the colleague rings; null: there is none. */
export function useHandedCall(): string | null {
  const { data: callId = null } = useQuery(handedQuery)
  const { data } = useQuery({ ...talkQuery(callId ?? ''), enabled: callId !== null })
  return data?.talk.handing ? callId : null
}

/** A call that was transferred and can still be taken back. */
export function HandedCall({ callId }: { callId: string }) {
  const { t } = useTranslation('softphone')
  const { data } = useQuery(ringingQuery(callId))
  return (
    <section className={classes.card} aria-label={t('handed')}>
      <div className={classes.head}>
        <span className={classes.icon} data-hue="teal" aria-hidden>
          <IconTransfer size={20} stroke={1.75} />
        </span>
        <span className={classes.words}>
          <Caller call={data?.call} peer="" />
        </span>
      </div>
      <TalkControls callId={callId} isTalking={false} />
    </section>
  )
}
