import { UnstyledButton } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlowSettings } from '#contract/calls/flows/flow-shapes.ts'
import { lazily } from '../../../lib/lazy.ts'
import { TokenPanel } from '../../../ui/sentences/token-panel.tsx'
import { settingTexts } from '../sentences/flow-sentences.ts'
import classes from './flow-editor.module.css'

const SettingsFields = lazily(() => import('./settings-fields.tsx'), 'SettingsFields')

type Props = { settings: FlowSettings; onChange: (settings: FlowSettings) => void }

/** What holds for all calls of the flow, in one line that opens its fields. */
export function FlowSettingsRow({ settings, onChange }: Props) {
  const { t } = useTranslation('call-flows')
  const [isOpen, setOpen] = useState(false)
  return (
    <TokenPanel
      title={t('settings.title')}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      target={
        <UnstyledButton
          className={classes.settings}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconAdjustmentsHorizontal className={classes.settingsIcon} size={18} stroke={1.75} aria-hidden />
          <span className={classes.settingsTitle}>{t('settings.title')}</span>
          <span className={classes.settingsTexts}>
            {settingTexts(settings, t).map((text) => (
              <bdi key={text}>{text}</bdi>
            ))}
          </span>
        </UnstyledButton>
      }
    >
      {() => <SettingsFields {...{ settings, onChange }} />}
    </TokenPanel>
  )
}
