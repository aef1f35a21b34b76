import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/i18n/format.ts'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import classes from '../profile.module.css'
import { useEndFeed, useMakeFeed } from './calendars.api.ts'

type Props = { feed: { since: string; lastReadAt: string | null } | null }

/** The secret address of one's meetings. It is shown once, because only its hash is stored. */
export function CalendarFeed({ feed }: Props) {
  const { t } = useTranslation('calendars')
  const make = useMakeFeed()
  const end = useEndFeed()
  const url = make.data?.url
  return (
    <>
      {feed && (
        <span className={classes.seen}>
          <span>{t('feed.since', { date: formatDate(feed.since) })}</span>
          <span>
            {feed.lastReadAt ? (
              <>
                {t('feed.lastRead')} <RelativeTime ago at={feed.lastReadAt} />
              </>
            ) : (
              t('feed.neverRead')
            )}
          </span>
        </span>
      )}
      {feed && url && (
        <TextInput
          label={t('feed.address')}
          description={t('feed.once')}
          value={url}
          readOnly
          dir="ltr"
          rightSection={<CopyButton value={url} what={t('feed.address')} />}
        />
      )}
      <div className={classes.actions}>
        <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
          {t(feed ? 'feed.renew' : 'feed.make')}
        </Button>
        {feed && (
          <Button
            variant="subtle"
            loading={end.isPending}
            onClick={() =>
              end.mutate(undefined, {
                onSuccess: () => {
                  make.reset()
                  toast.success(t('feed.ended'))
                },
              })
            }
          >
            {t('feed.end')}
          </Button>
        )}
      </div>
      {feed && <p className={classes.wait}>{t('feed.renewText')}</p>}
    </>
  )
}
