import { Button, Menu, VisuallyHidden } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Enquiry } from '#contract/leads/history/lead-history.ts'
import { formatDateTime } from '../../../lib/i18n/format.ts'
import { SourceMark } from '../../../shared/source-mark.tsx'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import { Fact } from './lead-details.tsx'
import classes from './lead-panels.module.css'

/** Source of the lead, for each of its enquiries. */
export function LeadProvenance({ enquiries }: { enquiries: readonly Enquiry[] }) {
  const { t } = useTranslation('leads')
  const oldestFirst = enquiries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const [chosen, setChosen] = useState<string | null>(null)
  const enquiry = oldestFirst.find(({ _id }) => _id === chosen) ?? oldestFirst[0]
  if (!enquiry) return null
  const nameOf = (one: Enquiry) =>
    t('enquiryOf', { number: oldestFirst.indexOf(one) + 1, date: formatDateTime(one.at) })
  return (
    <section className={classes.panel} aria-labelledby="lead-provenance">
      <h2 id="lead-provenance" className={classes.title}>
        {t('provenance')}
        {enquiry.whilePaused && <span className={classes.mark}>{t('whilePaused')}</span>}
      </h2>
      {oldestFirst.length > 1 && (
        <Menu position="bottom-start" width="target">
          <Menu.Target>
            <Button
              variant="default"
              fullWidth
              justify="space-between"
              mb="sm"
              rightSection={<IconChevronDown size={16} aria-hidden />}
            >
              <VisuallyHidden>{t('whichEnquiry')}</VisuallyHidden>
              {nameOf(enquiry)}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {oldestFirst.map((one) => (
              <Menu.Item key={one._id} onClick={() => setChosen(one._id)} aria-current={one === enquiry || undefined}>
                {nameOf(one)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <EnquiryFacts enquiry={enquiry} />
      {enquiry.answers.length > 0 && (
        <dl className={classes.answers}>
          {enquiry.answers.map(({ label, value }) => (
            <div key={label}>
              <dt dir="auto">{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {enquiry.raw !== null && <RawPayload key={enquiry._id} raw={enquiry.raw} />}
    </section>
  )
}

function EnquiryFacts({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation('leads')
  const { source, medium, campaign, content, term } = enquiry.utm
  const path = [source, medium, campaign].filter(Boolean).join(' / ')
  return (
    <dl className={classes.facts}>
      <Fact label={t('columns.source')}>
        <SourceMark source={enquiry.source} />
      </Fact>
      {enquiry.keyName && (
        <Fact label={t('apiKey')}>
          <bdi>{enquiry.keyName}</bdi>
        </Fact>
      )}
      {enquiry.formName && (
        <Fact label={t('form')}>
          <bdi>{enquiry.formName}</bdi>
        </Fact>
      )}
      {path && (
        <Fact label={t('utm.path')}>
          <TechnicalValue value={path} />
        </Fact>
      )}
      {content && (
        <Fact label={t('utm.content')}>
          <TechnicalValue value={content} />
        </Fact>
      )}
      {term && (
        <Fact label={t('utm.term')}>
          <bdi className={classes.cut} title={term}>
            {term}
          </bdi>
        </Fact>
      )}
      {Object.entries(enquiry.clickIds).map(([name, value]) => (
        <Fact key={name} label={name}>
          <TechnicalValue value={value} canCopy={name} />
        </Fact>
      ))}
      {enquiry.consent && (
        <Fact label={t('consent')}>
          <span dir="auto">{enquiry.consent}</span>
        </Fact>
      )}
      {enquiry.landingPage && (
        <Fact label={t('landingPage')}>
          <TechnicalValue value={enquiry.landingPage} />
        </Fact>
      )}
      {enquiry.referrer && (
        <Fact label={t('referrer')}>
          <TechnicalValue value={enquiry.referrer} />
        </Fact>
      )}
    </dl>
  )
}

const isWebAddress = (value: string) => /^https?:\/\//i.test(value)

/** A URL as a link, or a code with a copy button; always left to right. */
function TechnicalValue({ value, canCopy }: { value: string; canCopy?: string }) {
  const text = (
    <bdi dir="ltr" className={classes.cut} title={value}>
      {value.replace(/^https?:\/\//i, '')}
    </bdi>
  )
  if (isWebAddress(value))
    return (
      <a href={value} target="_blank" rel="noreferrer noopener" className={classes.address}>
        {text}
      </a>
    )
  return (
    <>
      {text}
      {canCopy && <CopyButton value={value} what={canCopy} />}
    </>
  )
}

/** The request body; JSON is indented. */
function RawPayload({ raw }: { raw: string }) {
  const { t } = useTranslation('leads')
  return (
    <details className={classes.raw}>
      <summary>
        {t('raw')}
        <IconChevronDown size={14} stroke={2} aria-hidden />
      </summary>
      <div className={classes.rawBody}>
        <span className={classes.rawCopy}>
          <CopyButton value={raw} what={t('raw')} />
        </span>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable. */}
        <pre dir="ltr" tabIndex={0}>
          {indentJson(raw)}
        </pre>
      </div>
    </details>
  )
}

function indentJson(raw: string) {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2)
  } catch {
    return raw
  }
}
