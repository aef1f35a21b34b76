import { Alert, Button, Modal, Radio, Stack, Switch } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CampaignAssignment } from '#contract/leads/assignment/assignment.ts'
import { type AssignmentMode, assignmentModes } from '#contract/leads/assignment/assignment-shapes.ts'
import { ApiError } from '../../lib/http/call.ts'
import { useBusiness } from '../../lib/session/session.ts'
import type { CampaignDetails } from '../../shared/tabs/campaign-tab.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import { useSaveAssignment } from './assignment.api.ts'
import { EscalationFields } from './escalation-fields.tsx'
import { RulePeople } from './rule-people.tsx'

type Props = { campaign: CampaignDetails; assignment: CampaignAssignment; onClose: () => void }
const switches = ['onShiftOnly', 'knownFirst', 'waits'] as const

/** The rule by which a campaign's new leads are assigned. */
export function RuleDialog({ campaign, assignment, onClose }: Props) {
  const { t } = useTranslation('assignment')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const [rule, setRule] = useState(assignment.rule)
  const [capacities, setCapacities] = useState<ReadonlyMap<string, number | null>>(new Map())
  // Read when the dialog was opened; what is saved in the meantime is replaced only after its conflict was shown.
  const [opened] = useState(assignment.version)
  const [problem, setProblem] = useState<string>()
  const save = useSaveAssignment(businessId, campaign._id)
  const isConflict = save.error instanceof ApiError && save.error.code === 'changed_meanwhile'
  const put = (changes: Partial<typeof rule>) => setRule({ ...rule, ...changes })
  const isEmpty = rule.mode !== 'none' && rule.members.length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty) return setProblem(t('chooseMembers'))
    save.mutate(
      { rule, capacities, expected: isConflict ? assignment.version : opened },
      {
        onSuccess: () => {
          toast.success(t('saved'))
          onClose()
        },
        onError: (error) =>
          setProblem(error instanceof ApiError && error.code === 'changed_meanwhile' ? t('conflict') : error.message),
      },
    )
  }
  return (
    <Modal opened onClose={onClose} size="lg" title={t('title')} closeButtonProps={{ 'aria-label': common('close') }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Radio.Group label={t('mode')} value={rule.mode} onChange={(mode) => put({ mode: mode as AssignmentMode })}>
            <Stack gap="xs" mt="xs">
              {assignmentModes.map((mode) => (
                <Radio key={mode} value={mode} label={t(`modes.${mode}.name`)} description={t(`modes.${mode}.about`)} />
              ))}
            </Stack>
          </Radio.Group>
          {rule.mode !== 'none' && (
            <>
              <RulePeople
                {...{ rule, capacities }}
                people={assignment.people}
                onMembers={(members) => put({ members })}
                onCapacity={(userId, capacity) => setCapacities(new Map([...capacities, [userId, capacity]]))}
              />
              {switches.map((name) => (
                <Switch
                  key={name}
                  label={t(`switches.${name}.name`)}
                  description={t(`switches.${name}.about`)}
                  checked={rule[name]}
                  onChange={(event) => put({ [name]: event.currentTarget.checked })}
                />
              ))}
            </>
          )}
          <EscalationFields
            {...{ rule }}
            people={assignment.people}
            target={campaign.responseTarget}
            onChange={(escalation) => put({ escalation })}
          />
          {problem && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          <DialogFoot onCancel={onClose}>
            <Button type="submit" loading={save.isPending}>
              {isConflict ? t('replace') : common('save')}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Modal>
  )
}
