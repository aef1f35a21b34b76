import { Checkbox, MultiSelect, Select, Stack, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AssignmentPerson } from '#contract/leads/assignment/assignment.ts'
import {
  type AssignmentRule,
  type Escalation,
  HAND_OVERS_MAX,
  NOTIFIED_MAX,
} from '#contract/leads/assignment/assignment-shapes.ts'
import classes from './assignment.module.css'

type Props = {
  rule: AssignmentRule
  people: readonly AssignmentPerson[]
  target: number | null
  onChange: (escalation: Escalation | null) => void
}
const first: Escalation = { userIds: [], leads: true, owners: true, handOvers: 0 }

/** What happens when a lead was not answered within the target: who is notified, and whether the next person gets it. */
export function EscalationFields({ rule: { mode, escalation }, people, target, onChange }: Props) {
  const { t } = useTranslation('assignment')
  const put = (changes: Partial<Escalation>) => onChange({ ...(escalation ?? first), ...changes })
  const numbers = Array.from({ length: HAND_OVERS_MAX + 1 }, (_, count) => count)
  return (
    <Stack gap="sm">
      <Switch
        label={t('late.name')}
        description={target === null ? t('late.noTarget') : t('late.about', { count: target })}
        checked={escalation !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? first : null)}
      />
      {escalation && (
        <div className={classes.late}>
          <fieldset className={classes.fieldset}>
            <legend>{t('late.notify')}</legend>
            <Stack gap="xs">
              <Checkbox
                label={t('late.leads')}
                checked={escalation.leads}
                onChange={(event) => put({ leads: event.currentTarget.checked })}
              />
              <Checkbox
                label={t('late.owners')}
                checked={escalation.owners}
                onChange={(event) => put({ owners: event.currentTarget.checked })}
              />
              <MultiSelect
                label={t('late.people')}
                data={people.map(({ user }) => ({ value: user._id, label: user.name }))}
                value={escalation.userIds}
                maxValues={NOTIFIED_MAX}
                searchable
                comboboxProps={{ withinPortal: true }}
                onChange={(userIds) => put({ userIds })}
              />
            </Stack>
          </fieldset>
          {mode !== 'none' && (
            <Select
              label={t('late.handOvers')}
              description={t('late.handOversAbout')}
              data={numbers.map((count) => ({ value: String(count), label: t('late.times', { count }) }))}
              value={String(escalation.handOvers)}
              allowDeselect={false}
              onChange={(count) => put({ handOvers: Number(count) })}
            />
          )}
        </div>
      )}
    </Stack>
  )
}
