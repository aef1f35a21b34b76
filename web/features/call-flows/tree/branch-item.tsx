import { UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown, IconDots, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { AddStep } from './add-step.tsx'
import type { BranchRow } from './flow-rows.ts'
import classes from './flow-tree.module.css'
import { placesBelow } from './places-below.ts'
import { type Frame, RowFrame } from './row-frame.tsx'
import type { FlowEdits } from './use-flow-edits.ts'

type Props = { row: BranchRow; steps: readonly FlowStep[]; flowId: string; edits: FlowEdits; frame: Frame }

/** The head of a branch, which opens and closes it. */
export function BranchItem({ row, steps, flowId, edits, frame }: Props) {
  const { t } = useTranslation('call-flows')
  const id = useId()
  const { owner, branch, isOpen, key } = row
  const label = owner.kind === 'menu' ? owner.keys.find((one) => one.key === branch)?.label : undefined
  const isKey = branch !== 'open' && branch !== 'closed' && branch !== 'otherwise'
  const isLikeOtherwise = owner.kind === 'menu' && owner.otherwiseAs === branch
  return (
    <RowFrame {...{ row, frame }} className={classes.branch} labelledBy={id} isExpanded={isOpen}>
      <UnstyledButton id={id} className={classes.head} tabIndex={-1} onClick={() => edits.toggle(key)}>
        <span className={classes.key} data-branch={branch}>
          {isKey && branch}
          {branch === 'open' && <IconCheck size={14} stroke={2} />}
          {branch === 'closed' && <IconX size={14} stroke={2} />}
          {branch === 'otherwise' && <IconDots size={14} stroke={2} />}
        </span>{' '}
        {isKey ? label && <bdi>{label}</bdi> : <span>{t(`branches.${branch}`)}</span>}
        {isKey && !label && <span>{t('branches.noLabel')}</span>}{' '}
        {isLikeOtherwise && <span className={classes.also}>{t('branches.alsoOtherwise')}</span>}{' '}
        {!isOpen && <span className={classes.also}>{t('hiddenSteps', { count: row.steps })}</span>}
        <IconChevronDown className={classes.chevron} size={14} stroke={2} data-closed={!isOpen || undefined} />
      </UnstyledButton>
      <AddStep places={placesBelow(steps, row)} {...{ edits, flowId }} isReachable={frame.isHere} />
    </RowFrame>
  )
}
