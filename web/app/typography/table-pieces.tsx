import { Checkbox, Table } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusPill } from '../../shared/status-pill.tsx'
import { Money } from '../../ui/display/money.tsx'
import { PersonAvatar } from '../../ui/display/person-avatar.tsx'
import { Phone } from '../../ui/display/phone.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { Pager } from '../../ui/list/pager.tsx'
import { Row, Section } from './section.tsx'

const TOTAL = 1284
const PAGES = 129

export function TablePieces() {
  const { t } = useTranslation('typography')
  const [page, setPage] = useState(5)
  const rows = [t('inputs.nameValue'), t('people.other'), t('people.long')]
  return (
    <Section title={t('sections.table')}>
      <Table highlightOnHover layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="2.5rem">
              <Checkbox aria-label={t('inputs.name')} indeterminate />
            </Table.Th>
            <Table.Th>{t('inputs.name')}</Table.Th>
            <Table.Th>{t('inputs.phone')}</Table.Th>
            <Table.Th>{t('chips.status')}</Table.Th>
            <Table.Th>₪</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((name, index) => (
            <Table.Tr key={name}>
              <Table.Td>
                <Checkbox aria-label={name} defaultChecked={index === 1} />
              </Table.Td>
              <Table.Td>
                <UserText cut>{name}</UserText>
              </Table.Td>
              <Table.Td>
                <Phone number={`+97272444123${index}`} />
              </Table.Td>
              <Table.Td>
                <StatusPill name={t('statuses.progress')} hue="violet" type="Ongoing" part={0.5} />
              </Table.Td>
              <Table.Td>
                <Row>
                  <Money agorot={3_800_000 * (index + 1)} />
                  <PersonAvatar id={name} name={name} />
                </Row>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Row>
        <Pager
          paging={{ page, limit: 10, total: TOTAL, totalIsExact: true, pages: PAGES }}
          onPage={setPage}
          onSize={() => undefined}
        />
      </Row>
    </Section>
  )
}
