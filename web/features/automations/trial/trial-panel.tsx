import { Button } from '@mantine/core'
import { IconCircleCheck, IconFlask, IconRefresh, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AutomationContent } from '#contract/leads/automations/automation-shapes.ts'
import { useTrial } from '../automations.api.ts'
import type { Names } from '../sentences/sentences.ts'
import { type ChosenLead, LeadChoice } from './lead-choice.tsx'
import classes from './trial.module.css'
import { TrialResult } from './trial-result.tsx'

type Props = { automationId: string; content: AutomationContent; names: Names; isWhole: boolean }

/** What the text as it stands would do with one lead, step by step. */
export function TrialPanel({ automationId, content, names, isWhole }: Props) {
  const { t } = useTranslation('automations')
  const trial = useTrial()
  const [lead, setLead] = useState<ChosenLead | null>(null)
  const run = ({ _id: leadId }: ChosenLead) => trial.mutate({ id: automationId, leadId, content })
  // What is shown is what was tried, also while the text changes.
  const tried = trial.variables?.content
  return (
    <section className={classes.panel} aria-label={t('trial.title')}>
      <h2 className={classes.title}>
        <IconFlask size={18} stroke={1.75} aria-hidden />
        {t('trial.title')}
      </h2>
      <LeadChoice
        lead={lead}
        onChoose={(chosen) => {
          setLead(chosen)
          if (isWhole) run(chosen)
        }}
      />
      <p className={classes.note}>
        <IconShieldCheck size={16} stroke={1.75} aria-hidden />
        {t('trial.safe')}
      </p>
      {!isWhole && <p className={classes.note}>{t('trial.incomplete')}</p>}
      {trial.error && (
        <p className={classes.error} role="alert">
          {trial.error.message}
        </p>
      )}
      {trial.data && tried && <TrialResult result={trial.data} content={tried} names={names} />}
      {trial.data && tried !== content && <p className={classes.note}>{t('trial.changed')}</p>}
      {lead && (
        <Button
          variant="default"
          leftSection={
            trial.data ? (
              <IconRefresh size={16} stroke={1.75} aria-hidden />
            ) : (
              <IconCircleCheck size={16} stroke={1.75} aria-hidden />
            )
          }
          disabled={!isWhole}
          loading={trial.isPending}
          onClick={() => run(lead)}
        >
          {t(trial.data ? 'trial.again' : 'trial.run')}
        </Button>
      )}
    </section>
  )
}
