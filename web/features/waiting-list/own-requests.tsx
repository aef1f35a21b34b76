import { Button } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OwnRequest } from '#contract/team/waiting-list.ts'
import { formatDate } from '../../lib/i18n/format.ts'
import { Picture } from '../../ui/display/picture.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './join-request.module.css'
import { useWithdraw } from './waiting-list.api.ts'

/** Shown to a person without a business who waits for approval. */
export function OwnRequests({ requests }: { requests: readonly OwnRequest[] }) {
  const { t } = useTranslation('join')
  const withdraw = useWithdraw()
  return (
    <>
      <title>{`${t('waits.title')} · Leadline`}</title>
      <EmptyState
        asPage
        icon={<IconHourglass />}
        title={t('waits.title')}
        text={t('waits.calm')}
        action={
          <ul className={classes.waiting}>
            {requests.map(({ _id, business, askedAt }) => (
              <li key={_id} className={classes.one}>
                <Picture id={business._id} name={business.name} image={business.image} size="md" />
                <span className={classes.name}>
                  <UserText>{business.name}</UserText>
                  <span className={classes.since}>{t('waits.since', { date: formatDate(askedAt) })}</span>
                </span>
                <Button
                  variant="subtle"
                  size="xs"
                  loading={withdraw.isPending && withdraw.variables === _id}
                  onClick={() => withdraw.mutate(_id, { onSuccess: () => toast.success(t('waits.withdrawn')) })}
                  aria-label={t('waits.withdrawOf', { business: business.name })}
                >
                  {t('waits.withdraw')}
                </Button>
              </li>
            ))}
          </ul>
        }
      />
    </>
  )
}
