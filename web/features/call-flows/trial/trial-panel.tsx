import { Select, TextInput } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CallFlow } from '#contract/calls/flows/call-flows.ts'
import type { FlowContent } from '#contract/calls/flows/flow-shapes.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { DayInput } from '../../../ui/forms/day-input.tsx'
import { looksLikePhone, phoneRule } from '../../../ui/forms/phone-rule.ts'
import type { FlowNames } from '../sentences/flow-sentences.ts'
import { RehearsalDays } from './rehearsal-days.tsx'
import { SimulatedPath } from './simulated-path.tsx'
import classes from './trial.module.css'
import type { Trial } from './use-trial.ts'

type Props = { flow: CallFlow; content: FlowContent; names: FlowNames; trial: Trial; isSaved: boolean }

/** What the saved flow would do with a call, and how it receives calls in the next days. */
export function TrialPanel({ flow, content, names, trial, isSaved }: Props) {
  const { t } = useTranslation('call-flows')
  return (
    <aside className={classes.panel} aria-label={t('trial.title')}>
      <h2 className={classes.title}>
        <IconPlayerPlay size={18} stroke={1.75} aria-hidden />
        {t('trial.title')}
      </h2>
      {trial.numberId === null ? (
        <p className={classes.note}>{t('trial.noNumber')}</p>
      ) : (
        <>
          <TrialForm flow={flow} trial={trial} />
          {!isSaved && <p className={classes.note}>{t('trial.unsaved')}</p>}
          {trial.simulationError && <p className={classes.error}>{trial.simulationError.message}</p>}
          {trial.simulation && <SimulatedPath simulation={trial.simulation} {...{ flow, content, names, trial }} />}
          {trial.rehearsalError && <p className={classes.error}>{trial.rehearsalError.message}</p>}
          {trial.rehearsal && (
            <RehearsalDays
              rehearsal={trial.rehearsal}
              chosen={trial.day}
              onChoose={(day, time) => {
                trial.setDay(day)
                if (time) trial.setTime(time)
              }}
            />
          )}
        </>
      )}
    </aside>
  )
}

function TrialForm({ flow, trial }: { flow: CallFlow; trial: Trial }) {
  const { t } = useTranslation('call-flows')
  const { phone } = trial
  const isWrong = phone !== '' && !looksLikePhone(phone)
  return (
    <div className={classes.form}>
      {flow.numbers.length > 1 && (
        <Select
          className={classes.whole ?? ''}
          label={t('trial.number')}
          data={flow.numbers.map(({ _id, phone, label }) => ({ value: _id, label: label || formatPhone(phone) }))}
          value={trial.numberId}
          allowDeselect={false}
          onChange={trial.setNumberId}
        />
      )}
      <DayInput label={t('trial.day')} value={trial.day} clearable={false} onChange={trial.setDay} />
      <TextInput
        type="time"
        dir="ltr"
        label={t('trial.time')}
        value={trial.time}
        onChange={({ currentTarget: { value } }) => trial.setTime(value)}
      />
      <TextInput
        className={classes.whole ?? ''}
        type="tel"
        dir="ltr"
        label={t('trial.from')}
        placeholder="050-000-0000"
        autoComplete="off"
        value={phone}
        error={isWrong ? phoneRule('phone', phone).phone : undefined}
        onChange={({ currentTarget: { value } }) => trial.setPhone(value)}
      />
    </div>
  )
}
