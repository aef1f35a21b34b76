import { Group, NumberInput, Select, Stack, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { FOLLOW_UP_NOTE_MAX, followUpActions } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import { delayUnits, type StatusFields } from './status-fields.ts'

/** The follow-up that the status creates for the assignee: its action, its delay and its text. */
export function FollowUpFields({ form }: { form: UseFormReturnType<StatusFields> }) {
  const { t } = useTranslation('statuses')
  const { action } = form.values.followUp
  return (
    <Stack gap="xs">
      <Select
        label={t('followUp.label')}
        description={t('followUp.text')}
        allowDeselect={false}
        data={[
          { value: '', label: t('followUp.none') },
          ...followUpActions.map((value) => ({ value, label: t(`followUp.actions.${value}`) })),
        ]}
        {...form.getInputProps('followUp.action')}
      />
      {action !== '' && (
        <>
          <Group grow align="start">
            <NumberInput
              label={t('followUp.after')}
              min={1}
              max={999}
              allowDecimal={false}
              allowNegative={false}
              {...form.getInputProps('followUp.count')}
            />
            <Select
              label={t('followUp.unit')}
              allowDeselect={false}
              data={Object.keys(delayUnits).map((value) => ({ value, label: t(`followUp.units.${value}`) }))}
              {...form.getInputProps('followUp.unit')}
            />
          </Group>
          <Textarea
            label={t(action === 'None' ? 'followUp.task' : 'followUp.note')}
            withAsterisk={action === 'None'}
            autosize
            minRows={2}
            maxRows={5}
            maxLength={FOLLOW_UP_NOTE_MAX}
            dir="auto"
            {...form.getInputProps('followUp.note')}
          />
        </>
      )}
    </Stack>
  )
}
