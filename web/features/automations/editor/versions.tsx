import { Button, Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type AutomationContent, type Step, stepsIn } from '#contract/leads/automations/automation-shapes.ts'
import { formatDateTime } from '../../../lib/i18n/format.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { versionsQuery } from '../automations.api.ts'
import { type Names, plainOf, sentenceOfStep, sentenceOfTrigger } from '../sentences/sentences.ts'
import classes from './editor.module.css'

type Props = {
  automationId: string
  names: Names
  onClose: () => void
  onRestore: (content: AutomationContent) => void
}

/** The published versions: who published each, what it does, and back to it. */
export function Versions({ automationId, names, onClose, onRestore }: Props) {
  const { t } = useTranslation(['automations', 'common'])
  const { businessId } = useBusiness()
  const isNarrow = useNarrow()
  const { data, error, refetch } = useQuery(versionsQuery(businessId, automationId))
  const sentenceOf = (step: Step) =>
    step.kind === 'branch' ? t('kinds.branch') : plainOf(sentenceOfStep(step, names), names.t)
  return (
    <Drawer
      opened
      onClose={onClose}
      position={isNarrow ? 'bottom' : 'right'}
      size={isNarrow ? '85%' : 'lg'}
      title={t('versions.title')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={4} columns={2} />}
      <ul className={classes.versions}>
        {data?.versions.map(({ version, publishedAt, publishedBy, content }, at) => (
          <li key={version} className={classes.version}>
            <div className={classes.versionHead}>
              <h3 className={classes.versionName}>{t('versions.one', { version })}</h3>
              <span className={classes.when}>
                <bdi>{formatDateTime(publishedAt)}</bdi> {publishedBy && <UserText>{publishedBy.name}</UserText>}
              </span>
            </div>
            <ul className={classes.did}>
              <li>{plainOf(sentenceOfTrigger(content.trigger, names), names.t)}</li>
              {stepsIn(content.steps).map((step) => (
                <li key={step.id}>{sentenceOf(step)}</li>
              ))}
            </ul>
            <Button variant="default" onClick={() => onRestore(content)}>
              {t(at === 0 ? 'versions.restoreLive' : 'versions.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </Drawer>
  )
}
