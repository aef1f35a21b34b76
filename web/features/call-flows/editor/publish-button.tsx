import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFlow } from '#contract/calls/flows/call-flows.ts'
import type { FlowProblem } from '#contract/calls/flows/flow-problems.ts'
import { ApiError } from '../../../lib/http/call.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { readFlow, usePublishFlow } from '../call-flows.api.ts'
import { type Hole, holesOf } from '../trial/rehearsal-days.ts'
import { rehearsalQuery } from '../trial/trial.api.ts'
import classes from './flow-editor.module.css'
import type { FlowNow, FlowSaver } from './flow-saver.ts'

const HolesDialog = lazily(() => import('../trial/holes-dialog.tsx'), 'HolesDialog')

type Props = {
  saver: FlowSaver
  now: FlowNow
  problems: readonly FlowProblem[]
  isPublishing: boolean
  setPublishing: (isPublishing: boolean) => void
  goTo: (problem: FlowProblem) => void
}

/** Publishes the draft once it is saved, and asks if no phone would ring at some time; with a problem, leads to the first one. */
export function PublishButton({ saver, now, problems, isPublishing, setPublishing, goTo }: Props) {
  const { t } = useTranslation('call-flows')
  const { businessId } = useBusiness()
  const publish = usePublishFlow(businessId)
  const { flow, state } = now
  const [problem] = problems
  const isDraft = flow.hasDraft || state !== 'saved'
  const next = (flow.version ?? 0) + 1
  const client = useQueryClient()
  const [holes, setHoles] = useState<Hole[] | null>(null)
  /** Times in which no phone would ring; without a rehearsal there are none to name. */
  const findHoles = async ({ _id: flowId, revision, numbers: [number] }: CallFlow) => {
    if (!number) return []
    const tried = { flowId, revision, numberId: number._id }
    const found = await client.fetchQuery(rehearsalQuery(businessId, tried)).catch(() => null)
    return found ? holesOf(found.rehearsal) : []
  }
  const run = async (isAgreed: boolean) => {
    setPublishing(true)
    try {
      // What is published is what is seen.
      if (!(await saver.flush())) return
      const found = isAgreed ? [] : await findHoles(saver.now().flow)
      setHoles(found.length > 0 ? found : null)
      if (found.length > 0) return
      const { _id: id, revision: expected } = saver.now().flow
      const { flow: published } = await publish.mutateAsync({ id, expected })
      saver.take(published)
      toast.success(t('published', { version: next }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'changed_meanwhile') await saver.meet()
      // The reason may be a problem that only the server sees.
      else saver.note((await readFlow(saver.now().flow._id)).flow)
      toast.error(error.message)
    } finally {
      setPublishing(false)
    }
  }
  if (problem)
    return (
      <Button className={classes.toProblem ?? ''} variant="light" color="red" onClick={() => goTo(problem)}>
        {t('toProblem', { problem: t(`problems.${problem.kind}`) })}
      </Button>
    )
  return (
    <>
      <Button disabled={!isDraft || state === 'conflict'} loading={isPublishing} onClick={() => void run(false)}>
        {t('publish', { version: next })}
      </Button>
      <Suspense>
        {holes && (
          <HolesDialog
            holes={holes}
            isBusy={isPublishing}
            onClose={() => setHoles(null)}
            onPublish={() => void run(true)}
          />
        )}
      </Suspense>
    </>
  )
}
