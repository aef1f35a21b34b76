import { Button, NumberInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CAPACITY_MAX, CAPACITY_MIN } from '#contract/leads/assignment/assignment-shapes.ts'
import type { ListedUser } from '#contract/team/team.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import { capacityQuery, useChangeCapacity } from './team.api.ts'

type Props = { user: ListedUser; onClose: () => void }

/** The most open leads that rules of assignment may give a member, in all campaigns. */
export function Capacity({ user, onClose }: Props) {
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(capacityQuery(businessId, user._id))
  if (data) return <Fields user={user} onClose={onClose} {...data} />
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={2} columns={1} />
}

function Fields({ user, open, capacity, onClose }: Props & { open: number; capacity: number | null }) {
  const { t } = useTranslation('users')
  const change = useChangeCapacity(user._id)
  const [most, setMost] = useState(capacity)
  const send = () =>
    change.mutate(most, {
      onSuccess: () => {
        toast.success(t('capacity.done'))
        onClose()
      },
    })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Stack>
        <Text>{t('capacity.text')}</Text>
        <NumberInput
          label={t('capacity.most')}
          description={t('capacity.open', { count: open })}
          placeholder={t('capacity.any')}
          min={CAPACITY_MIN}
          max={CAPACITY_MAX}
          clampBehavior="blur"
          allowDecimal={false}
          allowNegative={false}
          value={most ?? ''}
          onChange={(value) => setMost(typeof value === 'number' && value > 0 ? value : null)}
        />
        <DialogFoot onCancel={onClose}>
          <Button type="submit" loading={change.isPending}>
            {t('change.submit')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}
