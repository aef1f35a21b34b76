import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FlowBranch, FlowStep, FlowStepOf, Ring } from '#contract/calls/flows/flow-shapes.ts'
import type { FlowNames, TokenField } from '../sentences/flow-sentences.ts'
import { ConditionField } from './condition-field.tsx'
import { KeysField, OtherwiseField } from './menu-fields.tsx'
import { MusicField } from './music-field.tsx'
import {
  AnnouncesField,
  FlowField,
  OrderField,
  PhoneField,
  RepeatsField,
  RingOptions,
  SecondsField,
} from './simple-fields.tsx'
import { SpokenField } from './spoken-field.tsx'
import { useStandardText } from './use-standard-text.ts'
import { WhomField } from './whom-field.tsx'

export type StepEdit = {
  step: FlowStep
  flowId: string
  names: FlowNames
  language: 'he' | 'en'
  recording: boolean
  /** Whether steps stand in a branch of the step. */
  isFilled: (branch: FlowBranch) => boolean
  onChange: (step: FlowStep) => void
  onRename: (step: FlowStep, from: FlowBranch, to: FlowBranch) => void
  onRemove: (step: FlowStep, branch: FlowBranch) => void
}

/** What a token of a step lets choose. */
export function StepField({ field, ...edit }: StepEdit & { field: TokenField }) {
  const { step } = edit
  if (step.kind === 'ring' || step.kind === 'wait') return <RingStepField field={field} {...edit} step={step} />
  if (step.kind === 'menu') return <MenuField field={field} {...edit} step={step} />
  return <OtherStepField field={field} {...edit} />
}

type Of<Kind extends FlowStep['kind']> = StepEdit & { step: FlowStepOf<Kind>; field: TokenField }

function RingStepField({ field, step, names, onChange }: Of<'ring' | 'wait'>) {
  const { t } = useTranslation('call-flows')
  const { ring } = step
  const set = (changes: Partial<Ring>) => onChange({ ...step, ring: { ...ring, ...changes } })
  if (field === 'whom') return <WhomField {...{ ring, names }} onChange={set} />
  if (field === 'order') return <OrderField ring={ring} onChange={set} />
  if (field === 'options') return <RingOptions ring={ring} onChange={set} />
  if (field === 'seconds')
    return (
      <SecondsField
        of="ring"
        label={t(ring.order === 'together' ? 'ringSeconds' : 'ringSecondsEach')}
        seconds={ring.seconds}
        onChange={(seconds) => set({ seconds })}
      />
    )
  if (step.kind !== 'wait') return null
  if (field === 'wait')
    return (
      <SecondsField
        of="wait"
        label={t('waitSeconds')}
        seconds={step.seconds}
        onChange={(seconds) => onChange({ ...step, seconds })}
      />
    )
  if (field === 'music') return <MusicField music={step.music} onChange={(music) => onChange({ ...step, music })} />
  return <AnnouncesField step={step} onChange={onChange} />
}

function MenuField({ field, step, ...edit }: Of<'menu'>) {
  const { t } = useTranslation('call-flows')
  const { isFilled, onChange, onRename, onRemove } = edit
  if (field === 'keys') return <KeysField menu={step} {...{ isFilled, onChange, onRename, onRemove }} />
  if (field === 'otherwise') return <OtherwiseField menu={step} {...{ isFilled, onChange, onRename, onRemove }} />
  if (field === 'repeats')
    return <RepeatsField repeats={step.repeats} onChange={(repeats) => onChange({ ...step, repeats })} />
  if (field === 'seconds')
    return (
      <SecondsField
        of="menu"
        label={t('menuSeconds')}
        seconds={step.seconds}
        onChange={(seconds) => onChange({ ...step, seconds })}
      />
    )
  return <StepSpoken {...edit} step={step} />
}

function OtherStepField({ field, step, flowId, onChange, ...edit }: StepEdit & { field: TokenField }) {
  const { t } = useTranslation('call-flows')
  if (step.kind === 'open')
    return <ConditionField condition={step.condition} onChange={(condition) => onChange({ ...step, condition })} />
  if (step.kind === 'flow')
    return (
      <FlowField flowId={step.flowId} ownId={flowId} onChange={(chosen) => onChange({ ...step, flowId: chosen })} />
    )
  if (step.kind === 'forward' && field === 'phone')
    return <PhoneField phone={step.phone} onChange={(phone) => onChange({ ...step, phone })} />
  if (step.kind === 'forward')
    return (
      <SecondsField
        of="ring"
        label={t('ringSeconds')}
        seconds={step.seconds}
        onChange={(seconds) => onChange({ ...step, seconds })}
      />
    )
  if (step.kind === 'say' || step.kind === 'voicemail' || step.kind === 'message')
    return <StepSpoken {...edit} onChange={onChange} step={step} />
  return null
}

type SpokenProps = Pick<StepEdit, 'language' | 'recording' | 'onChange'> & {
  step: FlowStepOf<'say' | 'menu' | 'voicemail' | 'message'>
}

function StepSpoken({ step, language, recording, onChange }: SpokenProps) {
  const { t } = useTranslation('call-flows')
  const standard = useStandardText(step, { language, recording })
  return (
    <>
      <SpokenField
        spoken={step.spoken}
        label={t('fields.spoken')}
        standard={standard}
        onChange={(spoken) => onChange({ ...step, spoken })}
      />
      {step.kind === 'say' && (
        <Switch
          mt="sm"
          label={t('fields.firstTimeOnly')}
          description={t('fields.firstTimeOnlyText')}
          checked={step.firstTimeOnly ?? false}
          onChange={({ currentTarget }) => onChange({ ...step, firstTimeOnly: currentTarget.checked })}
        />
      )}
    </>
  )
}
