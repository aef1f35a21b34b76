import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type AutomationContent, stepsIn } from '#contract/leads/automations/automation-shapes.ts'
import type { automationRoutes } from '#contract/leads/automations/automations.ts'
import { partsOf, type WhereGroup, type WhereRule } from '#contract/leads/lead-where.ts'
import type { RouteReply } from '#contract/route.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { useLeadConditions } from '../../../ui/sentences/lead-conditions.ts'
import { OutcomeIcon, useOutcomeText } from '../runs/outcome.tsx'
import { type Names, plainOf, sentenceOfStep, sentenceOfTrigger } from '../sentences/sentences.ts'
import classes from './trial.module.css'

type Props = { result: RouteReply<typeof automationRoutes.test>; content: AutomationContent; names: Names }

/** Each condition and each step with what would become of it. */
export function TrialResult({ result, content, names }: Props) {
  const { t } = useTranslation('automations')
  const { businessId } = useBusiness()
  const { Sentence } = useLeadConditions()
  const outcomeText = useOutcomeText()
  const parts = content.conditions ? partsOf<WhereRule | WhereGroup>(content.conditions).parts : []
  const byId = new Map(stepsIn(content.steps).map((step) => [step.id, step]))
  return (
    <>
      <ol className={classes.results}>
        <Line icon={<IconCircleCheck className={classes.yes} size={18} />}>
          {plainOf(sentenceOfTrigger(content.trigger, names), names.t)}
        </Line>
        {parts.map((part, at) => {
          const fits = result.conditions[at] ?? false
          return (
            <Line
              // biome-ignore lint/suspicious/noArrayIndexKey: conditions are identified by their position.
              key={at}
              icon={
                fits ? (
                  <IconCircleCheck className={classes.yes} size={18} />
                ) : (
                  <IconCircleX className={classes.no} size={18} />
                )
              }
              second={t(fits ? 'trial.holds' : 'trial.failsToHold')}
            >
              <Sentence businessId={businessId} where={'field' in part ? { all: [part] } : part} />
            </Line>
          )
        })}
      </ol>
      {!result.fits && <p className={classes.verdict}>{t('trial.unfit')}</p>}
      <ol className={classes.results}>
        {result.steps.map((log) => {
          const step = byId.get(log.stepId)
          return (
            <Line
              key={log.stepId}
              icon={<OutcomeIcon outcome={log.outcome} />}
              second={log.said ? `״${log.said}״` : undefined}
              third={outcomeText(log, true)}
            >
              {step && step.kind !== 'branch' && plainOf(sentenceOfStep(step, names), names.t)}
              {step?.kind === 'branch' && (
                <>
                  {t('kinds.branch')} <Sentence businessId={businessId} where={step.where} />
                </>
              )}
            </Line>
          )
        })}
      </ol>
    </>
  )
}

type LineProps = { icon: ReactNode; second?: string | undefined; third?: string; children: ReactNode }
const Line = ({ icon, second, third, children }: LineProps) => (
  <li className={classes.line}>
    {icon}
    <div className={classes.words}>
      <span className={classes.first}>{children}</span>
      {second && (
        <span className={classes.second} dir="auto">
          {second}
        </span>
      )}
      {third && <span className={classes.second}>{third}</span>}
    </div>
  </li>
)
