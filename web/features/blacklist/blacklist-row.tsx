import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { BlacklistEntry } from '#contract/blacklist/blacklist.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { formatDate } from '../../lib/i18n/format.ts'
import { InterpolatedText } from '../../ui/display/interpolated-text.tsx'
import { Phone } from '../../ui/display/phone.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import classes from './blacklist-page.module.css'

/** The name of what an entry blocks. */
export function useEntryName() {
  const { t } = useTranslation('blacklist')
  return ({ kind, phone }: BlacklistEntry) =>
    kind === 'withheld' || !phone
      ? t('kinds.withheld')
      : kind === 'prefix'
        ? t('startsWith', { prefix: phone })
        : formatPhone(phone)
}

export function BlacklistRow({ entry, onRemove }: { entry: BlacklistEntry; onRemove: () => void }) {
  const { t } = useTranslation('blacklist')
  const name = useEntryName()(entry)
  const { kind, phone, campaignName, reason, createdBy, createdAt, expiresAt, blocked } = entry
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <h2 className={classes.name}>
          {kind === 'number' && phone ? (
            <Phone number={phone} />
          ) : kind === 'prefix' && phone ? (
            <InterpolatedText
              text={(marks) => t('startsWith', marks)}
              parts={{
                prefix: (
                  <bdi dir="ltr" className="tabular">
                    {phone}
                  </bdi>
                ),
              }}
            />
          ) : (
            name
          )}
        </h2>
        <span className={classes.second}>{reason ? <UserText>{reason}</UserText> : t('noReason')}</span>
      </div>
      <div className={classes.words}>
        <span>{campaignName ? <UserText cut>{campaignName}</UserText> : t('everywhere')}</span>
        <span className={classes.second}>
          {expiresAt ? t('untilDay', { date: formatDate(expiresAt) }) : t('forGood')}
        </span>
      </div>
      <div className={classes.words}>
        <span className="tabular">{t('turnedAway', { count: blocked })}</span>
        <span className={classes.second}>
          {createdBy ? (
            <InterpolatedText
              text={(marks) => t('addedBy', { ...marks, date: formatDate(createdAt) })}
              parts={{ name: <bdi>{createdBy.name}</bdi> }}
            />
          ) : (
            formatDate(createdAt)
          )}
        </span>
      </div>
      <ActionIcon aria-label={t('removeOf', { name })} title={t('remove')} onClick={onRemove}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  )
}
