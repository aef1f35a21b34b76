import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AutomationContent } from '#contract/leads/automations/automation-shapes.ts'
import { WhereToken } from '../steps/where-token.tsx'
import classes from './editor.module.css'

type Props = { content: AutomationContent; onChange: (changes: Partial<AutomationContent>) => void }

/** How often a rule runs for one lead, and when it ends by itself. */
export function RuleOptions({ content, onChange }: Props) {
  const { t } = useTranslation('automations')
  return (
    <div className={classes.options}>
      <Switch
        label={t('oncePerLead')}
        checked={content.oncePerLead}
        onChange={({ currentTarget }) => onChange({ oncePerLead: currentTarget.checked })}
      />
      <div className={classes.exit}>
        {t('exit')}{' '}
        <WhereToken
          where={content.exit}
          label={t('exitFields')}
          none={t('none.exit')}
          onChange={(exit) => onChange({ exit })}
        />
      </div>
    </div>
  )
}
