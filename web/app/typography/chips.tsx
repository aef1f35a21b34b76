import { IconFilter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { knownSources } from '#contract/leads/attribution.ts'
import { SourceMark } from '../../shared/source-mark.tsx'
import { partOf } from '../../shared/status-glyph.tsx'
import { StatusPill } from '../../shared/status-pill.tsx'
import { FilterChip } from '../../ui/list/filter-chip.tsx'
import { NewPill } from '../../ui/list/new-pill.tsx'
import { Row, Section } from './section.tsx'

const statuses = [
  { key: 'new', hue: 'sky', type: 'Open', order: 0 },
  { key: 'attempting', hue: 'amber', type: 'Ongoing', order: 0 },
  { key: 'progress', hue: 'violet', type: 'Ongoing', order: 1 },
  { key: 'meeting', hue: 'teal', type: 'Ongoing', order: 2 },
  { key: 'proposal', hue: 'pink', type: 'Ongoing', order: 3 },
  { key: 'hold', hue: 'slate', type: 'On hold', order: 0 },
  { key: 'won', hue: 'green', type: 'Won', order: 0 },
  { key: 'lost', hue: 'slate', type: 'Lost', order: 0 },
] as const
const nothing = () => undefined

export function Chips() {
  const { t } = useTranslation('typography')
  return (
    <Section title={t('sections.chips')}>
      <Row>
        {statuses.map(({ key, hue, type, order }) => (
          <StatusPill key={key} name={t(`statuses.${key}`)} hue={hue} type={type} part={partOf(order)} />
        ))}
        <StatusPill name={t('statuses.new')} hue="sky" type="Open" ringed />
      </Row>
      <Row>
        <FilterChip label={t('chips.status')} value={t('chips.chosen')} onClear={nothing} />
        <FilterChip label={t('chips.add')} icon={<IconFilter stroke={1.75} aria-hidden />} />
        <NewPill count={3} onClick={nothing} />
      </Row>
      <Row>
        {knownSources.map((source) => (
          <SourceMark key={source} source={source} />
        ))}
      </Row>
    </Section>
  )
}
