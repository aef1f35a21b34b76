import { Button, Modal, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { callFlowRoutes } from '#contract/calls/flows/call-flows.ts'
import type { VirtualNumber } from '#contract/calls/numbers.ts'
import { NAME_MAX } from '#contract/common.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { call } from '../../lib/http/call.ts'
import { sendOnce } from '../../lib/http/idempotency-key.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { paths } from '../../lib/paths.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { InterpolatedText } from '../../ui/display/interpolated-text.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import classes from './number-flow.module.css'

type Flow = NonNullable<VirtualNumber['flow']>

/** Instead of the number's own routing: the call flow that it uses. */
export function NumberFlow({ number, flow, canEdit }: { number: VirtualNumber; flow: Flow; canEdit: boolean }) {
  const { t } = useTranslation(['numbers', 'common'])
  const { businessId } = useBusiness()
  const client = useQueryClient()
  const dialog = useModal('detach-flow')
  const stop = useMutation({
    mutationFn: () => call(callFlowRoutes.detach, { params: { id: flow._id, numberId: number._id } }),
    onSuccess: () => {
      dialog.close()
      toast.success(t('flow.stopped'))
      return client.invalidateQueries({ queryKey: queryKeys.numbers(businessId) })
    },
  })
  const link = (
    <Link className={classes.link} to={paths.callFlow(businessId, flow._id)}>
      <UserText>{flow.name}</UserText>
    </Link>
  )
  const key = flow.version === null ? 'flow.usesDraft' : 'flow.uses'
  return (
    <FormSection title={t('flow.title')} text={t('flow.text')}>
      <p className={classes.sentence}>
        <InterpolatedText text={(marks) => t(key, { ...marks, version: flow.version })} parts={{ flow: link }} />
      </p>
      {canEdit && (
        <div>
          <Button variant="default" onClick={dialog.open}>
            {t('flow.stop')}
          </Button>
        </div>
      )}
      <Modal
        opened={dialog.opened}
        onClose={dialog.close}
        title={t('flow.stopTitle')}
        closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
      >
        <Stack>
          <p className={classes.sentence}>{t('flow.stopText')}</p>
          <DialogFoot onCancel={dialog.close}>
            <Button loading={stop.isPending} onClick={() => stop.mutate()}>
              {t('flow.stop')}
            </Button>
          </DialogFoot>
        </Stack>
      </Modal>
    </FormSection>
  )
}

/** Makes a draft of the number's routing and opens it. */
export function MakeFlow({ number }: { number: VirtualNumber }) {
  const { t } = useTranslation('numbers')
  const { businessId } = useBusiness()
  const client = useQueryClient()
  const navigate = useNavigate()
  const name = (number.label || number.campaignName || formatPhone(number.phone)).slice(0, NAME_MAX).padEnd(3, '.')
  const make = useMutation({
    mutationFn: () => {
      const body = { name, numberId: number._id }
      return sendOnce('call-flow', body, (options) => call(callFlowRoutes.create, { body }, options))
    },
    onSuccess: ({ flow }) => {
      void client.invalidateQueries({ queryKey: queryKeys.numbers(businessId) })
      void navigate({ to: paths.callFlow(businessId, flow._id) })
    },
  })
  return (
    <FormSection title={t('flow.makeTitle')} text={t('flow.makeText')}>
      <div>
        <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
          {t('flow.make')}
        </Button>
      </div>
    </FormSection>
  )
}
