import { IconArrowRight, IconCpu, IconForms, IconKey, IconRoute } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditValue, AuditRow as Row } from '#contract/audit.ts'
import { isPhone } from '#contract/values/phones.ts'
import { formatDate, formatTime } from '../../lib/i18n/format.ts'
import { fillIds } from '../../lib/paths.ts'
import { pathsOf, usePages } from '../../shared/pages.ts'
import { InterpolatedText } from '../../ui/display/interpolated-text.tsx'
import { PersonAvatar } from '../../ui/display/person-avatar.tsx'
import { Phone } from '../../ui/display/phone.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import classes from './audit-page.module.css'

const icons = { key: IconKey, form: IconForms, automation: IconRoute, system: IconCpu } as const

/** Texts above the name of what is no person. */
const namedKinds = { key: 'byKey', form: 'byForm', automation: 'byAutomation' } as const

function Actor({ by }: Pick<Row, 'by'>) {
  const { t } = useTranslation('audit')
  const Mark = by.kind === 'person' ? undefined : icons[by.kind]
  const kind = by.kind in namedKinds ? t(namedKinds[by.kind as keyof typeof namedKinds]) : undefined
  return (
    <div className={classes.who}>
      {Mark ? (
        <span className={classes.mark} aria-hidden>
          <Mark size={16} stroke={1.75} />
        </span>
      ) : (
        <PersonAvatar name={by.name ?? ''} id={by._id ?? ''} image={by.image} size="md" />
      )}
      <div className={classes.words}>
        <span className={classes.name}>{by.name ? <UserText cut>{by.name}</UserText> : t(by.kind)}</span>
        {by.name && kind && <span className={classes.second}>{kind}</span>}
      </div>
    </div>
  )
}

type Subject = NonNullable<Row['subject']>
/** Path of the page that shows the event's subject, or lists it; undefined if it no longer exists. */
function usePlaceOf(businessId: string, subject: Subject | null): string | undefined {
  const pages = usePages()
  if (!subject?.isThere) return undefined
  const { kind } = subject
  const shown = pages.find(({ shows }) => shows?.kind === kind)?.shows?.at({ ...subject, businessId })
  const list = pages.find(({ about }) => about?.includes(kind))
  return shown || (list && fillIds(pathsOf(list)[0], { businessId }))
}

/** The subject's name, linked where it still exists. */
function SubjectName({ to, subject, action }: { to: string | undefined; subject: Subject; action: string }) {
  const { name, kind } = subject
  const isNumber = kind === 'number' || kind === 'connection' || /^[+\d-]+$/.test(name ?? '')
  const words = name && <Words text={name} direction={isNumber ? 'ltr' : 'auto'} />
  if (!to) return words && <span className={classes.subject}>{words}</span>
  return (
    <Link to={to} className={classes.subject}>
      {words || action}
    </Link>
  )
}

/** Phones in national format; any other text in its own direction. */
function Words({ text, direction = 'auto' }: { text: string; direction?: 'auto' | 'ltr' }) {
  return isPhone(text) ? <Phone number={text} /> : <UserText direction={direction}>{text}</UserText>
}

/** Each part of a value in its own direction, in the order of the page. */
function Value({ value }: { value: AuditValue }) {
  const { t } = useTranslation('audit')
  if (value.length === 0) return '—'
  return value.map(({ name, text }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a value are identified by their position.
    <Fragment key={at}>
      {at > 0 && '; '}
      {name === null ? (
        <Words text={text} />
      ) : (
        <InterpolatedText
          text={(marks) => t('pair', marks)}
          parts={{ name: <UserText>{name}</UserText>, text: <Words text={text} /> }}
        />
      )}
    </Fragment>
  ))
}

function Details({ details }: Pick<Row, 'details'>) {
  const { t } = useTranslation('audit')
  return (
    <dl className={classes.details}>
      {details.map(({ name, label, before, after }) => (
        <div key={name} className={classes.detail}>
          <dt>{label}</dt>
          <dd>
            {before !== null && (
              <>
                <span className={classes.before}>
                  <Value value={before} />
                </span>
                <IconArrowRight
                  className={classes.arrow}
                  size={14}
                  stroke={1.75}
                  data-mirror
                  role="img"
                  aria-label={t('became')}
                />
              </>
            )}
            <span>
              <Value value={after} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** One entry: author, action, subject, values before and after, time and origin. */
export function AuditRow({ businessId, row }: { businessId: string; row: Row }) {
  const { at, by, action, subject, details, from } = row
  const isNamed = Boolean(subject?.name)
  const to = usePlaceOf(businessId, subject)
  return (
    <li className={classes.row}>
      <Actor by={by} />
      <div className={classes.words}>
        <div className={classes.action}>
          {(isNamed || !to) && <span>{action}</span>}
          {subject && <SubjectName to={to} subject={subject} action={action} />}
        </div>
        {details.length > 0 && <Details details={details} />}
      </div>
      <div className={classes.where}>
        <time dateTime={at}>
          <span>{formatDate(at)}</span> <span className={classes.hour}>{formatTime(at)}</span>
        </time>
        {from && (
          <span className={classes.second}>
            <bdi dir="ltr">{from.ip}</bdi>
            {from.device && (
              <>
                {' · '}
                <bdi dir="ltr">{from.device}</bdi>
              </>
            )}
          </span>
        )}
      </div>
    </li>
  )
}
