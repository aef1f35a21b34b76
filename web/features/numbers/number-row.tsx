import { IconDeviceDesktop, IconPhone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { VirtualNumber } from '#contract/calls/numbers.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { Phone } from '../../ui/display/phone.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { NumberStateMark } from './number-state-mark.tsx'
import classes from './numbers-page.module.css'

/** One row of the list: label, ring list and last call. */
export function NumberRow({ number }: { number: VirtualNumber }) {
  const { t } = useTranslation('numbers')
  const { businessId } = useBusiness()
  const { targets, mode } = number.routing.ring
  const softphones = targets.filter(({ kind }) => kind === 'softphone').length
  const phones = targets.length - softphones
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <h2 className={classes.phone}>
          <Link className={classes.link ?? ''} to={paths.number(businessId, number._id)}>
            <Phone number={number.phone} />
          </Link>
        </h2>
        <span className={classes.second}>
          {number.label && number.label !== number.campaignName && <UserText cut>{number.label}</UserText>}
        </span>
      </div>
      <span className={classes.campaign}>
        {number.campaignName ? <UserText cut>{number.campaignName}</UserText> : t('noCampaign')}
      </span>
      <span className={classes.rings}>
        {targets.length === 0 && t('row.noTargets')}
        {softphones > 0 && (
          <span className={classes.ring}>
            <IconDeviceDesktop size={14} stroke={2} aria-hidden />
            {t('row.softphones', { count: softphones })}
          </span>
        )}
        {phones > 0 && (
          <span className={classes.ring}>
            <IconPhone size={14} stroke={2} aria-hidden />
            {t('row.phones', { count: phones })}
          </span>
        )}
        {targets.length > 1 && <span>{t(`ring.${mode}`)}</span>}
      </span>
      <span className={classes.last}>
        {number.lastCallAt ? (
          <>
            {t('row.lastCall')} <RelativeTime ago at={number.lastCallAt} />
          </>
        ) : (
          t('row.noCall')
        )}
      </span>
      <NumberStateMark state={number.state} />
    </li>
  )
}
