import { Button, Loader, Portal } from '@mantine/core'
import { IconDeviceMobile, IconPhoneOff } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../../lib/http/live.ts'
import type { Callee } from '../../../shared/numbers/call-out.ts'
import { talkQuery } from '../../../shared/talk/talk.api.ts'
import { TalkControls } from '../../../shared/talk/talk-controls.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { cancelCall, madeCallQuery } from './call-out.api.ts'
import classes from './phone-call-card.module.css'

/** How long the end of the call is shown. */
const SHOWN_MS = 4_000

type Props = { callId: string; callee: Callee; onDone: () => void }

/** A call through the member's mobile: whose phone rings, and a button that ends it. */
export function PhoneCallCard({ callId, callee, onDone }: Props) {
  const { t } = useTranslation('call-out')
  const client = useQueryClient()
  const query = madeCallQuery(callId)
  const { data } = useQuery(query)
  const phase = data?.call.making ?? 'agent'
  const isOver = phase === 'over' || phase === 'passed'
  // While a colleague's phone rings for the lead, the call is taken back, not canceled.
  const isWithLead = phase === 'lead' || phase === 'talking'
  const isHandedOver = useQuery({ ...talkQuery(callId), enabled: isWithLead }).data?.talk.handing != null
  useLive((message) => {
    const isIt = message.kind === 'change' && message.event.callId === callId
    if (isIt || message.kind === 'resync') void client.invalidateQueries({ queryKey: query.queryKey })
  })
  const ending = useMutation({
    mutationFn: () => cancelCall(callId),
    onSuccess: onDone,
    onError: (error) => void toast.error(error.message),
    meta: { silent: true },
  })
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(onDone, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isOver, onDone])
  return (
    <Portal>
      <section className={classes.card} aria-label={t('card')}>
        <div className={classes.head} role="status">
          {isOver ? (
            <IconPhoneOff size={20} stroke={1.75} aria-hidden />
          ) : (
            <IconDeviceMobile size={20} stroke={1.75} aria-hidden />
          )}
          <span className={classes.words}>
            <span className={classes.name}>
              <UserText cut>{callee.name}</UserText>
            </span>
            <span className={classes.phase}>{t(`phase.${phase}`)}</span>
          </span>
          {!isOver && phase !== 'talking' && <Loader size="xs" type="dots" aria-hidden />}
        </div>
        {isWithLead && <TalkControls callId={callId} isTalking={phase === 'talking'} />}
        {!isOver && !isHandedOver && (
          <Button color="red" variant="light" loading={ending.isPending} onClick={() => ending.mutate()}>
            {t(phase === 'talking' ? 'hangUp' : 'cancel')}
          </Button>
        )}
      </section>
    </Portal>
  )
}
