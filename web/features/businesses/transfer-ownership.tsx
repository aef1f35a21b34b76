import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rolesAfterTransfer } from '#contract/businesses.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { FieldPair, FormSection } from '../../ui/forms/form-section.tsx'
import { TypedConfirm } from '../../ui/forms/typed-confirm.tsx'
import { newOwnersQuery, useTransferBusiness } from './businesses.api.ts'

type OwnRole = (typeof rolesAfterTransfer)[number]

/** Makes another member an Owner; the current one may step down. */
export function TransferOwnership({ businessId, name }: { businessId: string; name: string }) {
  const { t } = useTranslation(['businesses', 'common'])
  const router = useRouter()
  const { data: people = [], isPending } = useQuery(newOwnersQuery(businessId))
  const transfer = useTransferBusiness(businessId)
  const confirm = useModal('transfer-business')
  const [userId, setUserId] = useState<string | null>(null)
  const [ownRole, setOwnRole] = useState<OwnRole>('Owner')
  const chosen = people.find(({ _id }) => _id === userId)
  const isLeaving = ownRole !== 'Owner'

  const send = () =>
    chosen &&
    transfer.mutate(
      { userId: chosen._id, ownRole },
      {
        onSuccess: () => {
          toast.success(t('transfer.done', { name: chosen.name }))
          setUserId(null)
          if (isLeaving) router.history.replace(paths.dashboard)
          else confirm.close()
        },
      },
    )

  return (
    <FormSection title={t('transfer.title')} text={t('transfer.text')}>
      <FieldPair>
        <Select
          label={t('transfer.to')}
          placeholder={t(people.length > 0 || isPending ? 'fields.choose' : 'transfer.none')}
          disabled={people.length === 0}
          searchable
          data={people.map(({ _id, name: person }) => ({ value: _id, label: person }))}
          value={userId}
          onChange={setUserId}
        />
        <Select
          label={t('transfer.ownRole')}
          disabled={people.length === 0}
          allowDeselect={false}
          data={rolesAfterTransfer.map((role) => ({
            value: role,
            label:
              role === 'Owner'
                ? t('transfer.stay')
                : t('transfer.become', { role: t(`roles.${role}`, { ns: 'common' }) }),
          }))}
          value={ownRole}
          onChange={(role) => setOwnRole(rolesAfterTransfer.find((known) => known === role) ?? 'Owner')}
        />
      </FieldPair>
      <div>
        <Button variant="default" disabled={!chosen} onClick={confirm.open}>
          {t('transfer.submit')}
        </Button>
      </div>
      {chosen && (
        <TypedConfirm
          opened={confirm.opened}
          title={t('transfer.title')}
          text={t(isLeaving ? 'transfer.warningLeave' : 'transfer.warningStay', { name: chosen.name })}
          word={name}
          action={t('transfer.submit')}
          isBusy={transfer.isPending}
          onClose={confirm.close}
          onConfirm={send}
        />
      )}
    </FormSection>
  )
}
