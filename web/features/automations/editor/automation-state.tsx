import { useTranslation } from 'react-i18next'
import type { AutomationSummary } from '#contract/leads/automations/automations.ts'
import classes from './editor.module.css'

const hues = { on: 'green', off: 'slate', draft: 'amber', never: 'slate', gone: 'red' } as const

/** Whether the automation runs, and whether it has a draft. */
export function AutomationState({
  automation,
  isChanged = false,
}: {
  automation: AutomationSummary
  isChanged?: boolean
}) {
  const { t } = useTranslation('automations')
  const { version, hasDraft, isOn, isOwnerGone } = automation
  const runs = version === null ? 'never' : isOwnerGone ? 'gone' : isOn ? 'on' : 'off'
  const states = [runs, ...(version !== null && (hasDraft || isChanged) ? (['draft'] as const) : [])] as const
  return (
    <span className={classes.states}>
      {states.map((state) => (
        <span key={state} className={classes.state} data-hue={hues[state]}>
          {t(`states.${state}`, { version })}
        </span>
      ))}
    </span>
  )
}
