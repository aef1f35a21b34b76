import { useTranslation } from 'react-i18next'
import type { CallFlow } from '#contract/calls/flows/call-flows.ts'
import classes from './flow-editor.module.css'

/** Whether what is shown is a draft, or what calls follow. */
export function FlowState({ flow, isChanged }: { flow: CallFlow; isChanged: boolean }) {
  const { t } = useTranslation('call-flows')
  const { version, hasDraft } = flow
  const isDraft = hasDraft || isChanged
  return (
    <span className={classes.state} data-hue={isDraft ? 'amber' : version === null ? 'slate' : 'green'}>
      {isDraft ? t('states.draft') : version === null ? t('states.never') : t('states.published', { version })}
    </span>
  )
}
