import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconGripVertical, IconPencil } from '@tabler/icons-react'
import { type PointerEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlowSettings, FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { branchesOf, stepsIn } from '#contract/calls/flows/flow-tree.ts'
import { lazily } from '../../../lib/lazy.ts'
import { TokenButton } from '../../../ui/sentences/token-button.tsx'
import { type FlowNames, firstFieldOf, type Sentence, sentencesOf } from '../sentences/flow-sentences.ts'
import { SentenceView } from '../sentences/sentence-view.tsx'
import { AddStep } from './add-step.tsx'
import type { StepRow } from './flow-rows.ts'
import classes from './flow-tree.module.css'
import { OpenHours } from './open-hours.tsx'
import { placesBelow } from './places-below.ts'
import { type Frame, RowFrame } from './row-frame.tsx'
import { stepIcons } from './step-icons.ts'
import { StepMenu } from './step-menu.tsx'
import type { FlowEdits } from './use-flow-edits.ts'

// The fields are heavier than the sentences, which are read first.
const StepField = lazily(() => import('../tokens/step-fields.tsx'), 'StepField', { soon: true })

type Props = {
  row: StepRow
  steps: readonly FlowStep[]
  settings: FlowSettings
  flowId: string
  names: FlowNames
  edits: FlowEdits
  frame: Frame
  isLit: boolean
  isDragged: boolean
  openField: string | null
  onOpen: (field: string | null) => void
  onGrab: (event: PointerEvent<HTMLElement>) => void
}

/** One step: its number, its sentence with tokens, and what can be done with it. */
export function StepItem(props: Props) {
  const { row, steps, names, edits, frame, isLit, isDragged, onOpen, onGrab } = props
  const { t } = useTranslation('call-flows')
  const { step, number } = row
  const { main, second } = sentencesOf(step, names)
  const Icon = stepIcons[step.kind]
  const first = firstFieldOf(step)
  const hasBranches = branchesOf(step).length > 0
  const problems = row.problems.map(({ kind }) => t(`problems.${kind}`))
  const id = useId()
  return (
    <RowFrame
      {...{ row, frame }}
      className={classes.step}
      labelledBy={id}
      {...(hasBranches && { isExpanded: true })}
      marks={{
        'data-lit': isLit || undefined,
        'data-dragged': isDragged || undefined,
        'data-wrong': problems.length > 0 || undefined,
      }}
    >
      <div id={id} className={classes.said}>
        <span className={classes.number}>{`${number} `}</span>
        <Icon className={classes.icon} size={18} stroke={1.75} aria-hidden />
        <div className={classes.words}>
          <div className={classes.sentence}>
            <SentenceTokens {...props} sentence={main} />
          </div>{' '}
          {second && (
            <div className={classes.second}>
              <SentenceTokens {...props} sentence={second} />
              {step.kind === 'open' && <OpenHours condition={step.condition} />}
            </div>
          )}{' '}
          {problems.map((text) => (
            <p key={text} className={classes.problem}>
              {text}
            </p>
          ))}
        </div>
      </div>
      <div className={classes.acts}>
        {first && (
          <ActionIcon
            className={classes.wide ?? ''}
            aria-label={t('editStep', { number })}
            tabIndex={frame.isHere ? 0 : -1}
            onClick={() => onOpen(first)}
          >
            <IconPencil size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
        <UnstyledButton
          className={classes.handle}
          aria-label={t('dragStep', { number })}
          tabIndex={-1}
          onPointerDown={onGrab}
        >
          <IconGripVertical size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
        <StepMenu {...{ step, number, edits }} isReachable={frame.isHere} />
      </div>
      {!hasBranches && (
        <AddStep places={placesBelow(steps, row)} edits={edits} flowId={props.flowId} isReachable={frame.isHere} />
      )}
    </RowFrame>
  )
}

function SentenceTokens({ sentence, ...props }: Props & { sentence: Sentence }) {
  const { t } = useTranslation('call-flows')
  const { row, steps, settings, flowId, names, edits, frame, openField, onOpen } = props
  const { step } = row
  const edit = {
    ...{ step, flowId, names },
    language: settings.language,
    recording: settings.recording,
    isFilled: (branch: NonNullable<FlowStep['parent']>['branch']) => stepsIn(steps, { id: step.id, branch }).length > 0,
    onChange: edits.change,
    onRename: edits.rename,
    onRemove: edits.removeBranch,
  }
  return (
    <SentenceView
      sentence={sentence}
      tokenOf={(token) => (
        <TokenButton
          token={token}
          title={t(`fields.${token.field}`)}
          isOpen={openField === token.field}
          isReachable={frame.isHere}
          onToggle={(isOpen) => onOpen(isOpen ? token.field : null)}
          panel={() => <StepField {...edit} field={token.field} />}
        />
      )}
    />
  )
}
