import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FlowContent } from '#contract/calls/flows/flow-shapes.ts'
import type { FlowNames } from '../sentences/flow-sentences.ts'
import { ChangeList } from './change-list.tsx'
import { changesBetween } from './flow-changes.ts'

type Props = { before: FlowContent; after: FlowContent; names: FlowNames; onClose: () => void }

/** What the draft changes in the published version. */
export function WhatChanged({ before, after, names, onClose }: Props) {
  const { t } = useTranslation(['call-flows', 'common'])
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('foot.whatChanged')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <ChangeList changes={changesBetween(before, after, names)} />
    </Modal>
  )
}
