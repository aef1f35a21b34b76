import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import { type Carrier, canForward, carrierNames, carriers, codesOf } from './carriers.ts'
import classes from './forwarding.module.css'

/** What to dial on the existing phone, so that its carrier forwards calls to this number. */
export function ForwardingGuide({ phone }: { phone: string }) {
  const { t } = useTranslation('forwarding')
  const [carrier, setCarrier] = useState<Carrier>('bezeq')
  const codes = codesOf(carrier, phone)
  return (
    <div className={classes.guide}>
      <Select
        className={classes.input ?? ''}
        label={t('carrier')}
        allowDeselect={false}
        data={carrierNames.map((name) => ({ value: name, label: t(`carriers.${name}`) }))}
        value={carrier}
        onChange={(name) => setCarrier(carrierNames.find((one) => one === name) ?? carrier)}
      />
      {!canForward(carrier, phone) && <p className={classes.note}>{t('notToShared')}</p>}
      {canForward(carrier, phone) && codes.length > 0 && (
        <>
          <p className={classes.note}>{t(`how.${carriers[carrier].kind}`)}</p>
          <dl className={classes.codes}>
            {codes.map(([name, code]) => (
              <div key={name} className={classes.code}>
                <dt>{t(`codes.${name}`)}</dt>
                <dd>
                  <bdi dir="ltr">{code}</bdi>
                  <CopyButton value={code} what={code} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {codes.length === 0 && <p className={classes.note}>{t('how.service')}</p>}
      <p className={classes.note}>{t('cost')}</p>
    </div>
  )
}
