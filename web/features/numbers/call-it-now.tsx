import { Button, Skeleton } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { VirtualNumber } from '#contract/calls/numbers.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { lazily } from '../../lib/lazy.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import classes from './call-it-now.module.css'
import { TestCall } from './test-call.tsx'

const QrPicture = lazily(() => import('../../ui/display/qr-picture.tsx'), 'QrPicture')

type Props = { number: Pick<VirtualNumber, '_id' | 'phone' | 'provider'>; isCentered?: boolean }

/** Calls a number now: on a phone by a link, at a desk by a QR code that a phone scans; beside it the test call. */
export function CallItNow({ number, isCentered = false }: Props) {
  const { t } = useTranslation('numbers')
  const isNarrow = useNarrow()
  const phone = formatPhone(number.phone)
  return (
    <div className={classes.ways} data-centered={isCentered || undefined}>
      {isNarrow ? (
        <Button
          className={classes.dial ?? ''}
          component="a"
          href={`tel:${number.phone}`}
          leftSection={<IconPhone stroke={2} aria-hidden />}
        >
          {t('callNow.dial')}
        </Button>
      ) : (
        <figure className={classes.scan}>
          <span className={classes.code}>
            <Suspense fallback={<Skeleton className={classes.waiting ?? ''} />}>
              <QrPicture text={`tel:${number.phone}`} label={t('callNow.code', { phone })} />
            </Suspense>
          </span>
          <figcaption className={classes.caption}>{t('callNow.scan')}</figcaption>
        </figure>
      )}
      <TestCall number={number} isCentered={isCentered} />
    </div>
  )
}
