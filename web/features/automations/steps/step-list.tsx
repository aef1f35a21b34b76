import { IconCheck, IconX } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Step, stepsIn } from '#contract/leads/automations/automation-shapes.ts'
import { currentLanguage } from '../../../lib/i18n/i18n.ts'
import { lazily } from '../../../lib/lazy.ts'
import { type Names, plainOf, sentenceOfStep, type TokenField } from '../sentences/sentences.ts'
import { AddStep } from './add-step.tsx'
import { newStep } from './new-step.ts'
import { SentenceLine } from './sentence-line.tsx'
import { addStep, changeStep, copyStep, freeId, moveStep, removeStep, rowsOf, type StepRow } from './step-edits.ts'
import { stepIcons } from './step-icons.ts'
import { StepMenu } from './step-menu.tsx'
import classes from './steps.module.css'
import { WhereToken } from './where-token.tsx'

// The fields are heavier than the sentences, which are read first.
const StepField = lazily(() => import('../fields/step-field.tsx'), 'StepField', { soon: true })

type Props = { steps: readonly Step[]; names: Names; onChange: (steps: Step[]) => void }

/** The steps as sentences, those of a branch below it. */
export function StepList({ steps, names, onChange }: Props) {
  const { t } = useTranslation('automations')
  /** A step that was just added opens what is to be chosen. */
  const [addedId, setAdded] = useState<string | null>(null)
  const count = stepsIn(steps).length
  const add = (row: Extract<StepRow, { kind: 'add' }>, kind: Step['kind']) => {
    const step = newStep(kind, freeId(steps), currentLanguage())
    setAdded(step.id)
    onChange(addStep(steps, row.list, step))
  }
  return (
    <ol className={classes.steps}>
      {rowsOf(steps).map((row) => (
        <li key={row.key} className={classes.row} style={{ '--depth': row.depth } as CSSProperties} data-row={row.kind}>
          {row.kind === 'step' && (
            <StepLine
              {...{ row, names }}
              isNew={row.step.id === addedId}
              onChange={(step) => onChange(changeStep(steps, row.list, step))}
              onMove={(by) => onChange(moveStep(steps, row.list, { id: row.step.id, by }))}
              onCopy={() => onChange(copyStep(steps, row.list, row.step))}
              onRemove={() => onChange(removeStep(steps, row.list, row.step.id))}
            />
          )}
          {row.kind === 'side' && (
            <span className={classes.side} data-side={row.list.side}>
              {row.list.side === 'yes' ? <IconCheck size={14} stroke={2} /> : <IconX size={14} stroke={2} />}
              {t(`sides.${row.list.side}`)}
            </span>
          )}
          {row.kind === 'add' && <AddStep level={row.level} count={count} onAdd={(kind) => add(row, kind)} />}
        </li>
      ))}
    </ol>
  )
}

type LineProps = {
  row: Extract<StepRow, { kind: 'step' }>
  names: Names
  isNew: boolean
  onChange: (step: Step) => void
  onMove: (by: -1 | 1) => void
  onCopy: () => void
  onRemove: () => void
}

/** Sentences of these steps begin with what a person has to choose. */
const firstFields: Partial<Record<Step['kind'], TokenField>> = {
  assign: 'user',
  set_status: 'status',
  set_field: 'field',
  tag: 'add',
  send: 'template',
}

function StepLine({ row, names, isNew, onChange, ...acts }: LineProps) {
  const { t } = useTranslation('automations')
  const { step, at, isLast } = row
  const Icon = stepIcons[step.kind]
  const sentence = sentenceOfStep(step, names)
  return (
    <>
      <Icon className={classes.icon} size={18} stroke={1.75} aria-hidden />
      <div className={classes.sentence}>
        <SentenceLine
          {...{ sentence, names }}
          opens={isNew ? firstFields[step.kind] : undefined}
          panelOf={(field) => <StepField {...{ step, field, names, onChange }} />}
          where={
            step.kind === 'branch' && (
              <WhereToken
                where={step.where}
                label={t('fields.where')}
                none={t('none.where')}
                onChange={(where) => where && onChange({ ...step, where })}
              />
            )
          }
        />
      </div>
      <StepMenu
        name={step.kind === 'branch' ? t('kinds.branch') : plainOf(sentence, t)}
        canMove={{ up: at > 0, down: !isLast }}
        {...acts}
      />
    </>
  )
}
