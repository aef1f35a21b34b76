import { IconNotes } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { loadCode } from '../../lib/code/load-code.ts'
import { formatClock } from '../../lib/i18n/format.ts'
import { lazily } from '../../lib/lazy.ts'
import { sending } from '../../lib/session/unsent/send-or-keep.ts'
import { UserText } from '../../ui/display/user-text.tsx'
import { dropCall, type KeptCall } from './after-call/kept-calls.ts'
import type { NotedLead } from './after-call/save-notes.ts'
import classes from './call-card.module.css'
import { Caller } from './caller.tsx'
import { ringingQuery } from './softphone.api.ts'

const load = () => import('./after-call/after-call.tsx')
const AfterCall = lazily(load, 'AfterCall')

/** Fetches the form when a call begins, so that it is there if the network is lost meanwhile. */
export function useFormAhead(hasCall: boolean) {
  useEffect(() => {
    if (!hasCall) return
    void loadCode(load).catch(() => undefined)
    void sending().catch(() => undefined)
  }, [hasCall])
}

/** The server learns from the provider who answered, which may give the lead to this person. */
const SETTLED_MS = 15_000

type Noted = { kept: KeptCall; caller: string | null; lead: NotedLead }
/** The calls that are to be noted, the newest first: of leads that the person may change. Others are dropped. */
export function useNotedCalls(calls: readonly KeptCall[]): Noted[] {
  const replies = useQueries({ queries: calls.map(({ callId }) => ringingQuery(callId)) })
  const found = calls.map((kept, i) => ({ kept, call: replies[i]?.data?.call ?? kept.shown }))
  const noted = found.flatMap(({ kept, call }) => {
    const { lead, known, isTest, caller } = call ?? { lead: null, known: null, isTest: false, caller: null }
    return lead && known?.canEdit && !isTest ? [{ kept, caller, lead: { ...lead, known } }] : []
  })
  const others = found
    .filter(
      ({ kept, call }) => call && Date.now() - kept.endedAt > SETTLED_MS && !noted.some((one) => one.kept === kept),
    )
    .map(({ kept }) => kept.callId)
    .join()
  useEffect(() => {
    for (const callId of others.split(',').filter(Boolean)) dropCall(callId)
  }, [others])
  return noted
}

/** The card of a call that ended: what came of it. */
export function AfterCallCard({ noted: { kept, lead } }: { noted: Noted }) {
  const { t } = useTranslation('softphone')
  const [reply] = useQueries({ queries: [ringingQuery(kept.callId)] })
  return (
    <section className={classes.card} aria-label={t('after.title')}>
      <div className={classes.head} role="status">
        <span className={classes.icon} data-hue="slate" aria-hidden>
          <IconNotes size={20} stroke={1.75} />
        </span>
        <span className={classes.words}>
          <Caller call={reply.data?.call ?? kept.shown ?? undefined} peer={kept.peer} />
        </span>
        <span className={classes.over}>
          <span>{t('after.title')}</span>
          {kept.seconds > 0 ? <bdi dir="ltr">{formatClock(kept.seconds)}</bdi> : t('after.unanswered')}
        </span>
      </div>
      <Suspense>
        <AfterCall kept={kept} lead={lead} />
      </Suspense>
    </section>
  )
}

/** A call that is noted later, after the one on the screen. */
export function NotedLater({ noted: { lead, caller } }: { noted: Noted }) {
  const { t } = useTranslation('softphone')
  return (
    <p className={classes.later}>
      <IconNotes size={16} stroke={1.75} aria-hidden />
      <span>{t('after.later')}</span>
      <UserText cut>{lead.name || caller || t('withheld')}</UserText>
    </p>
  )
}
