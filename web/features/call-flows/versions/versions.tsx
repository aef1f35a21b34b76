import { Button, Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFlowVersion } from '#contract/calls/flows/call-flows.ts'
import type { FlowContent } from '#contract/calls/flows/flow-shapes.ts'
import { formatDateTime } from '../../../lib/i18n/format.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { versionsQuery } from '../call-flows.api.ts'
import type { FlowNames } from '../sentences/flow-sentences.ts'
import { ChangeList } from './change-list.tsx'
import { changesBetween } from './flow-changes.ts'
import classes from './versions.module.css'

type Props = {
  flowId: string
  /** As it is now, with which versions are compared. */
  content: FlowContent
  names: FlowNames
  onClose: () => void
  onRestore: (content: FlowContent) => void
}

/** The published versions: who published each and when, what it differs in from now, and back to it. */
export function Versions({ flowId, content, names, onClose, onRestore }: Props) {
  const { t } = useTranslation(['call-flows', 'common'])
  const { businessId } = useBusiness()
  const isNarrow = useNarrow()
  const { data, error, refetch } = useQuery(versionsQuery(businessId, flowId))
  return (
    <Drawer
      opened
      onClose={onClose}
      position={isNarrow ? 'bottom' : 'right'}
      size={isNarrow ? '85%' : 'lg'}
      title={t('foot.versions')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={4} columns={2} />}
      <ul className={classes.versions}>
        {data?.versions.map((version, at) => (
          <Version key={version.version} isLive={at === 0} {...{ version, content, names, onRestore }} />
        ))}
      </ul>
    </Drawer>
  )
}

type VersionProps = Pick<Props, 'content' | 'names' | 'onRestore'> & { version: CallFlowVersion; isLive: boolean }

function Version({ version: shown, isLive, content, names, onRestore }: VersionProps) {
  const { t } = useTranslation('call-flows')
  const [isCompared, setCompared] = useState(false)
  const { version, publishedAt, publishedBy } = shown
  const changes = changesBetween(content, shown.content, names)
  return (
    <li className={classes.version}>
      <div className={classes.about}>
        <h3 className={classes.name}>
          {t('version', { version })}
          {isLive && (
            <span className={classes.live} data-hue="green">
              {t('live')}
            </span>
          )}
        </h3>
        <span className={classes.when}>
          <bdi>{formatDateTime(publishedAt)}</bdi>
          {publishedBy && <UserText>{publishedBy.name}</UserText>}
        </span>
      </div>
      <div className={classes.acts}>
        <Button variant="default" aria-expanded={isCompared} onClick={() => setCompared(!isCompared)}>
          {t('compare')}
        </Button>
        <Button variant="default" disabled={changes.length === 0} onClick={() => onRestore(shown.content)}>
          {t('restore')}
        </Button>
      </div>
      {isCompared && (
        <>
          <p className={classes.none}>{t('compareText', { version })}</p>
          <ChangeList changes={changes} />
        </>
      )}
    </li>
  )
}
