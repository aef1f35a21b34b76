import { ActionIcon, Button, Modal, Stack } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallFlowSummary } from '#contract/calls/flows/call-flows.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { currentLanguage } from '../../../lib/i18n/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { Phone } from '../../../ui/display/phone.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { useRemoveFlow } from '../call-flows.api.ts'
import classes from './call-flows-page.module.css'

/** One flow: its name, the numbers whose calls follow it, and its state. */
export function FlowRow({ flow }: { flow: CallFlowSummary }) {
  const { t } = useTranslation('call-flows')
  const { businessId } = useBusiness()
  const [isRemoving, setRemoving] = useState(false)
  const { name, numbers, version, hasDraft } = flow
  return (
    <li className={classes.row}>
      <h2 className={classes.name}>
        <Link className={classes.link} to={paths.callFlow(businessId, flow._id)}>
          <UserText>{name}</UserText>
        </Link>
      </h2>
      <span className={classes.numbers}>
        {numbers.length === 0 && t('row.noNumbers')}
        {numbers.map(({ _id, phone, label }) => (
          <span key={_id} className={classes.number}>
            <Phone number={phone} /> {label && <UserText cut>{label}</UserText>}
          </span>
        ))}
      </span>
      <span className={classes.states}>
        {version !== null && (
          <span className={classes.state} data-hue="green">
            {t('states.published', { version })}
          </span>
        )}
        {version === null && (
          <span className={classes.state} data-hue="slate">
            {t('states.never')}
          </span>
        )}
        {hasDraft && version !== null && (
          <span className={classes.state} data-hue="amber">
            {t('states.draft')}
          </span>
        )}
      </span>
      <ActionIcon className={classes.remove ?? ''} aria-label={t('remove', { name })} onClick={() => setRemoving(true)}>
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      {isRemoving && <RemoveDialog flow={flow} onClose={() => setRemoving(false)} />}
    </li>
  )
}

function RemoveDialog({ flow, onClose }: { flow: CallFlowSummary; onClose: () => void }) {
  const { t } = useTranslation(['call-flows', 'common'])
  const { businessId } = useBusiness()
  const remove = useRemoveFlow(businessId)
  const { name, numbers } = flow
  const isUsed = numbers.length > 0
  const phones = numbers.map(({ phone }) => `\u2066${formatPhone(phone)}\u2069`)
  const list = new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(phones)
  const run = () =>
    remove.mutate(flow._id, {
      onSuccess: () => {
        toast.success(t('removedFlow', { name }))
        onClose()
      },
    })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('removeTitle')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <Stack>
        <p className={classes.text}>
          {isUsed
            ? t('removeUsed', { name: `\u2068${name}\u2069`, list })
            : t('removeText', { name: `\u2068${name}\u2069` })}
        </p>
        {remove.error && (
          <p className={classes.error} role="alert">
            {remove.error.message}
          </p>
        )}
        {isUsed ? (
          <Button component={Link} to={paths.callFlow(businessId, flow._id)}>
            {t('toNumbers')}
          </Button>
        ) : (
          <DialogFoot onCancel={onClose}>
            <Button color="red" loading={remove.isPending} onClick={run}>
              {t('delete', { ns: 'common' })}
            </Button>
          </DialogFoot>
        )}
      </Stack>
    </Modal>
  )
}
