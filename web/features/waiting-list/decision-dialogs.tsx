import { Button, Modal, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DECLINE_REASON_MAX, type JoinRequest } from '#contract/team/waiting-list.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { AccessFields, type AccessValues } from '../../shared/access-fields.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import { useApprove, useDecline } from './waiting-list.api.ts'
import classes from './waiting-page.module.css'

type Props = { requests: readonly JoinRequest[]; onClose: () => void; onDone: () => void }

const idsOf = (requests: readonly JoinRequest[]) => requests.map(({ _id }) => _id)
const namesOf = (requests: readonly JoinRequest[]) => requests.map(({ user }) => user.name).join(', ')

/** Approves requests, all with the same role and campaigns. */
export function ApproveDialog({ requests, onClose, onDone }: Props) {
  const { t } = useTranslation('waiting-list')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const approve = useApprove(businessId)
  const [access, setAccess] = useState<AccessValues>({ role: 'Writer', campaigns: [] })
  const count = requests.length
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('approveTitle', { count })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack gap="md">
        <p className={classes.quiet} dir="auto">
          {namesOf(requests)}
        </p>
        <AccessFields access={access} onChange={setAccess} />
        <DialogFoot onCancel={onClose}>
          <Button
            loading={approve.isPending}
            onClick={() =>
              approve.mutate(
                { ids: idsOf(requests), ...access },
                {
                  onSuccess: () => {
                    toast.success(t('approved', { count }))
                    onDone()
                  },
                },
              )
            }
          >
            {t('approve')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}

/** Declines requests; the reason is mailed. */
export function DeclineDialog({ requests, onClose, onDone }: Props) {
  const { t } = useTranslation('waiting-list')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const decline = useDecline(businessId)
  const [reason, setReason] = useState('')
  const count = requests.length
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('declineTitle', { count })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack gap="md">
        <p className={classes.quiet} dir="auto">
          {namesOf(requests)}
        </p>
        <Textarea
          label={t('reason')}
          description={t('reasonText', { count })}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={DECLINE_REASON_MAX}
          dir="auto"
          autosize
          minRows={2}
          maxRows={6}
          data-autofocus
        />
        <DialogFoot onCancel={onClose}>
          <Button
            color="red"
            loading={decline.isPending}
            onClick={() =>
              decline.mutate(
                { ids: idsOf(requests), reason },
                {
                  onSuccess: () => {
                    toast.success(t('declined', { count }))
                    onDone()
                  },
                },
              )
            }
          >
            {t('decline')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
