import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AutomationSummary } from '#contract/leads/automations/automations.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { usePauseAutomation } from '../automations.api.ts'

/** Acts at once, with Undo. Runs that wait are held while it is off. */
export function OnSwitch({ automation }: { automation: AutomationSummary }) {
  const { t } = useTranslation('automations')
  const { businessId } = useBusiness()
  const pause = usePauseAutomation(businessId)
  const { _id: id, name, isOn, version } = automation
  const change = (next: boolean) =>
    void pause.mutateAsync({ id, isOn: next }).then(
      () =>
        toast.success(t(next ? 'switchedOn' : 'switchedOff', { name: `\u2068${name}\u2069` }), {
          undo: () => void pause.mutateAsync({ id, isOn: !next }).catch(() => undefined),
        }),
      () => undefined,
    )
  return (
    <Switch
      aria-label={t('switch', { name })}
      disabled={version === null}
      checked={isOn}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  )
}
