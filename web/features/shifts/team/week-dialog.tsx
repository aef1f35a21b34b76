import { Button, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GridWeek } from '#contract/shifts/shifts.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { HoleTime, HoleTitle } from '../coverage/hole-text.tsx'
import { weekText } from '../shift-text.ts'
import { isConflict, useCopyWeek, usePublish, useWeekCache } from './grid.api.ts'
import classes from './side-panel.module.css'
import { PublishFacts } from './side-panel.tsx'
import { changesIn, type Hole } from './week-rules.ts'

type Props = {
  act: 'publish' | 'copy'
  week: GridWeek
  holes: readonly Hole[]
  nameOf: (campaignId: string) => string
  onClose: () => void
}

/** Publishes the week, or copies the one before into its drafts, as they are seen. */
export function WeekDialog({ act, week, holes, nameOf, onClose }: Props) {
  const { t } = useTranslation('shifts')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const [isOld, setOld] = useState(false)
  const cache = useWeekCache(businessId, week.week)
  const publish = usePublish(businessId, week.week)
  const copy = useCopyWeek(businessId, week.week)
  const onError = async (error: Error) => {
    if (!isConflict(error)) return toast.error(error.message)
    await cache.refetch()
    setOld(true)
  }
  const done = (text: string) => {
    toast.success(text)
    onClose()
  }
  const run = () => {
    setOld(false)
    if (week.revision === null) return
    const failed = (error: Error) => void onError(error)
    if (act === 'publish') publish.mutate(week.revision, { onSuccess: () => done(t('publish.done')), onError: failed })
    else
      copy.mutate(week.revision, {
        onSuccess: ({ leftOut }) => done(leftOut > 0 ? t('copy.doneWithout', { count: leftOut }) : t('copy.done')),
        onError: failed,
      })
  }
  const hasDrafts = changesIn(week).days > 0
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`${act}.title`, { week: `\u2068${weekText(week.week)}\u2069` })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack>
        {isOld && (
          <p className={classes.text} role="alert">
            {t('publish.changed')}
          </p>
        )}
        {act === 'publish' ? (
          <>
            <PublishFacts week={week} holes={holes} />
            {holes.length > 0 && (
              <ul className={classes.text}>
                {holes.map((hole) => (
                  <li key={`${hole.campaignId} ${hole.from}`}>
                    <HoleTitle hole={hole} campaign={nameOf(hole.campaignId)} />: <HoleTime hole={hole} />
                  </li>
                ))}
              </ul>
            )}
          </>
        ) : (
          <p className={classes.text}>{t(hasDrafts ? 'copy.replaces' : 'copy.text')}</p>
        )}
        <DialogFoot onCancel={onClose}>
          <Button loading={publish.isPending || copy.isPending} onClick={run}>
            {t(act === 'publish' && holes.length > 0 ? 'publish.withHoles' : `${act}.act`)}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
