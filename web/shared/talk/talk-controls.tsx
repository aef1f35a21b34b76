import { Button } from '@mantine/core'
import { IconArrowBackUp, IconPlayerPause, IconPlayerPlay, IconTransfer } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallTalk } from '#contract/calls/talk.ts'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { HOLD_KEY, TRANSFER_KEY } from './keys.ts'
import { type TalkAct, talkQuery, useTalkAct, useTalkChanges } from './talk.api.ts'
import { TalkTime } from './talk-time.tsx'
import classes from './transfer.module.css'
import { TransferPanel } from './transfer-panel.tsx'

type Props = { callId: string | undefined; isTalking: boolean }

/** Hold and transfer of the current call, in the call card; while the phone rings, who transfers the call. */
export function TalkControls({ callId, isTalking }: Props) {
  return callId ? <Talk key={callId} callId={callId} isTalking={isTalking} /> : null
}

function Talk({ callId, isTalking }: Props & { callId: string }) {
  const { t, ready } = useTranslation('talk', { useSuspense: false })
  const { data } = useQuery(talkQuery(callId))
  useTalkChanges(callId)
  if (!ready || !data) return null
  const { talk } = data
  const note = noteOf(talk, t)
  return (
    <>
      {note && (
        <p className={classes.note} role="status">
          <span>{note}</span>
          {talk.state === 'held' && talk.since && <TalkTime since={Date.parse(talk.since)} />}
        </p>
      )}
      {isTalking && talk.state && <Actions callId={callId} talk={talk} />}
      {talk.handing && <TakeBack callId={callId} />}
    </>
  )
}

/** What the person should know: at most one line. */
function noteOf({ state, colleague, unanswered, handing, transferredBy, isAsked }: CallTalk, t: TFunction<'talk'>) {
  if (handing) return t('handing', { name: handing.name })
  if (state === 'calling' && colleague) return t('calling', { name: colleague.name })
  if (state === 'consulting' && colleague) return t('consulting', { name: colleague.name })
  if (unanswered) return t(state === 'held' ? 'unansweredHeld' : 'unanswered', { name: unanswered.name })
  if (state === 'held') return t('held')
  if (isAsked && transferredBy) return t('asked', { name: transferredBy.name })
  return transferredBy ? t('transferredBy', { name: transferredBy.name }) : null
}

/** While the phone of the colleague rings to whom the call was transferred. */
function TakeBack({ callId }: { callId: string }) {
  const { t } = useTranslation('talk')
  const { mutate, isPending } = useTalkAct(callId)
  return (
    <div className={classes.actions}>
      <Button
        className={classes.act ?? ''}
        variant="default"
        leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden data-mirror />}
        disabled={isPending}
        onClick={() => mutate({ act: 'cancel' })}
      >
        {t('takeBack')}
      </Button>
    </div>
  )
}

function Actions({ callId, talk: { state, canTransfer } }: { callId: string; talk: CallTalk }) {
  const { t } = useTranslation('talk')
  const [isChoosing, setChoosing] = useState(false)
  const { mutate, isPending } = useTalkAct(callId)
  const run = (wanted: TalkAct) => {
    if (isPending) return
    setChoosing(false)
    mutate(wanted)
  }
  const isHeld = state === 'held'
  const isAlone = state === 'talking' || isHeld
  const keys = {
    ...(isAlone && { [HOLD_KEY]: () => run({ act: 'hold', isHeld: !isHeld }) }),
    ...(isAlone && canTransfer && { [TRANSFER_KEY]: () => setChoosing(!isChoosing) }),
  }
  useHotkeys(keys, { isAbove: true })
  if (!isAlone)
    return (
      <div className={classes.actions}>
        {state === 'consulting' && (
          <Button
            className={classes.act ?? ''}
            leftSection={<IconTransfer size={18} stroke={1.75} aria-hidden />}
            disabled={isPending}
            onClick={() => run({ act: 'complete' })}
          >
            {t('complete')}
          </Button>
        )}
        <Button
          className={classes.act ?? ''}
          variant="default"
          leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden data-mirror />}
          disabled={isPending}
          onClick={() => run({ act: 'cancel' })}
        >
          {t('cancel')}
        </Button>
      </div>
    )
  const HoldIcon = isHeld ? IconPlayerPlay : IconPlayerPause
  return (
    <>
      <div className={classes.actions}>
        <Button
          className={classes.act ?? ''}
          variant={isHeld ? 'filled' : 'default'}
          aria-keyshortcuts="Shift+H"
          leftSection={<HoldIcon size={18} stroke={1.75} aria-hidden />}
          disabled={isPending}
          onClick={() => run({ act: 'hold', isHeld: !isHeld })}
        >
          {t(isHeld ? 'resume' : 'hold')}
        </Button>
        {canTransfer && (
          <Button
            className={classes.act ?? ''}
            variant="default"
            aria-keyshortcuts="Shift+T"
            aria-expanded={isChoosing}
            leftSection={<IconTransfer size={18} stroke={1.75} aria-hidden />}
            disabled={isPending}
            onClick={() => setChoosing(!isChoosing)}
          >
            {t('transfer')}
          </Button>
        )}
      </div>
      {isChoosing && <TransferPanel callId={callId} onChoose={run} onClose={() => setChoosing(false)} />}
    </>
  )
}
