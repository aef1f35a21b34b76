import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { erasureWord, type PersonHeld } from '#contract/privacy.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { TypedConfirm } from '../../ui/forms/typed-confirm.tsx'
import { heldQuery, useErasePerson } from './privacy.api.ts'
import classes from './privacy.module.css'

type Props = {
  businessId: string
  lead: { _id: string; name: string; phone: string | null; email: string | null }
  opened: boolean
  onClose: () => void
}

const kinds = ['leads', 'enquiries', 'comments', 'calls', 'recordings', 'files'] as const satisfies (keyof PersonHeld)[]

/** Shows what will be deleted and what will be kept, with counts, before a person is erased. */
export function ErasePerson({ businessId, lead, opened, onClose }: Props) {
  const { t } = useTranslation('privacy')
  const { data } = useQuery({ ...heldQuery(businessId, lead._id), enabled: opened })
  const erase = useErasePerson(businessId)
  const word = erasureWord(lead)
  const send = () =>
    erase.mutate(
      { leadId: lead._id, typed: word },
      {
        onSuccess: () => {
          toast.success(t('erase.done'))
          onClose()
        },
      },
    )
  return (
    <TypedConfirm
      opened={opened}
      title={t('erase.title')}
      text={t('erase.text')}
      word={word}
      action={t('erase.submit')}
      isBusy={erase.isPending}
      onClose={onClose}
      onConfirm={send}
    >
      <dl className={classes.fate}>
        <dt>{t('erase.goes')}</dt>
        <dd>{t('erase.goesText')}</dd>
        <dt>{t('erase.stays')}</dt>
        <dd>{t('erase.staysText')}</dd>
      </dl>
      {data && (
        <ul className={classes.held} aria-label={t('erase.held')}>
          {kinds
            .filter((kind) => data.held[kind] > 0)
            .map((kind) => (
              <li key={kind}>{t(`erase.${kind}`, { count: data.held[kind] })}</li>
            ))}
        </ul>
      )}
    </TypedConfirm>
  )
}
