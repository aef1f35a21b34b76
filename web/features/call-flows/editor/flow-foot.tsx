import { Button } from '@mantine/core'
import { IconArrowsDiff, IconHistory } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import type { FlowNames } from '../sentences/flow-sentences.ts'
import { changesBetween } from '../versions/flow-changes.ts'
import classes from './flow-editor.module.css'
import type { FlowNow, FlowSaver } from './flow-saver.ts'
import { SaveState } from './save-state.tsx'

const DiscardDialog = lazily(() => import('./discard-dialog.tsx'), 'DiscardDialog')
const WhatChanged = lazily(() => import('../versions/what-changed.tsx'), 'WhatChanged')
const Versions = lazily(() => import('../versions/versions.tsx'), 'Versions')

type Props = { saver: FlowSaver; now: FlowNow; names: FlowNames; publish: ReactNode }

/** What differs from the published version, whether it is saved, and what can be done with it. */
export function FlowFoot({ saver, now, names, publish }: Props) {
  const { t } = useTranslation('call-flows')
  const changed = useModal('flow-changes')
  const versions = useModal('flow-versions')
  const discard = useModal('discard-draft')
  const { flow, content } = now
  const { published, version, publishedAt, publishedBy } = flow
  const count = published ? changesBetween(published, content, names).length : 0
  const about = { version, date: publishedAt && isolated(formatDate(publishedAt)), name: publishedBy?.name }
  return (
    <div className={classes.foot}>
      <span className={classes.since} data-changed={count > 0 || undefined}>
        {version === null && t('foot.never')}
        {version !== null && count === 0 && t(publishedBy ? 'foot.sameBy' : 'foot.same', about)}
        {version !== null && count > 0 && t(publishedBy ? 'foot.changesBy' : 'foot.changes', { ...about, count })}
      </span>
      {count > 0 && (
        <Button variant="subtle" leftSection={<IconArrowsDiff size={16} stroke={1.75} />} onClick={changed.open}>
          {t('foot.whatChanged')}
        </Button>
      )}
      {version !== null && (
        <Button variant="subtle" leftSection={<IconHistory size={16} stroke={1.75} />} onClick={versions.open}>
          {t('foot.versions')}
        </Button>
      )}
      <span className={classes.saved}>
        <SaveState now={now} />
      </span>
      {version !== null && flow.hasDraft && (
        <Button variant="default" onClick={discard.open}>
          {t('foot.discard')}
        </Button>
      )}
      {publish}
      <Suspense>
        {changed.opened && published && (
          <WhatChanged before={published} after={content} names={names} onClose={changed.close} />
        )}
        {versions.opened && (
          <Versions
            flowId={flow._id}
            content={content}
            names={names}
            onClose={versions.close}
            onRestore={(restored) => {
              saver.change(restored)
              versions.close()
            }}
          />
        )}
        {discard.opened && <DiscardDialog saver={saver} onClose={discard.close} version={version ?? 0} />}
      </Suspense>
    </div>
  )
}

/** A date keeps its order within Hebrew text. */
const isolated = (text: string) => `\u2068${text}\u2069`
