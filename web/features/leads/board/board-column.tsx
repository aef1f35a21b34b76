import { useDroppable } from '@dnd-kit/react'
import { ActionIcon, Box, Button, UnstyledButton } from '@mantine/core'
import { IconFold } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnField } from '#contract/lead-fields/own-fields.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { ShownBoardField } from '#contract/leads/table-views.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { StatusGlyph } from '../../../shared/status-glyph.tsx'
import { Money } from '../../../ui/display/money.tsx'
import type { Selection } from '../bulk/use-selection.ts'
import { type BoardChoice, useFurtherLeads } from './board.api.ts'
import { BoardCard, type CardActions } from './board-card.tsx'
import classes from './board-column.module.css'
import type { ShownColumn } from './use-board-columns.ts'

/** Id of a column in the document. */
export const panelIdOf = (key: string) => `board-column-${key.replace(/[^\w-]/g, '_')}`

export type ColumnProps = {
  choice: BoardChoice
  fields: readonly ShownBoardField[]
  ownFields: readonly OwnField[]
  actions: CardActions
  isNarrow: boolean
  selection: Selection | undefined
  /** The lead that is being moved. */
  held: Lead | undefined
  /** The column that a lead moved by keys would come to. */
  overKey: string | undefined
  onFold: (key: string, isFolded: boolean) => void
}
type Props = ColumnProps & { column: ShownColumn }

/** A column of the board: its head and its cards, or a narrow strip if it is folded. */
export function BoardColumn({ column, ...props }: Props) {
  const { actions, held, isNarrow, overKey, onFold } = props
  const { t } = useTranslation('leads')
  const { key, name, status, total, value } = column
  const isRefused = held !== undefined && !actions.targetsOf(held).some((one) => one.key === key)
  const { ref, isDropTarget } = useDroppable({ id: key, accept: 'lead', disabled: isRefused })
  const mod = { column: key, over: isDropTarget || overKey === key, refused: isRefused }
  const glyph = status && <StatusGlyph type={status.type} part={status.part} />
  if (column.isFolded && !isNarrow)
    return (
      <Box component="section" ref={ref} className={classes.folded} mod={mod} data-hue={status?.hue}>
        <UnstyledButton
          className={classes.strip}
          aria-label={t('board.unfold', { name, total: formatNumber(total) })}
          onClick={() => onFold(key, false)}
        >
          {glyph}
          <bdi>{name}</bdi>
          <span className={classes.total}>{formatNumber(total)}</span>
        </UnstyledButton>
      </Box>
    )
  return (
    <Box
      component="section"
      ref={ref}
      className={classes.column}
      mod={mod}
      data-hue={status?.hue}
      id={panelIdOf(key)}
      aria-label={name}
      {...(isNarrow && { role: 'tabpanel' })}
    >
      <header className={classes.head}>
        {!isNarrow && (
          <h2 className={classes.name}>
            {glyph}
            <bdi className={classes.title}>{name}</bdi>
            <span className={classes.total}>{formatNumber(total)}</span>
          </h2>
        )}
        <span className={classes.sum}>
          {value > 0 && <Money agorot={value} short />}
          {isNarrow && (
            <span className={classes.total}>{t('total', { count: total, total: formatNumber(total) })}</span>
          )}
        </span>
        {!isNarrow && (
          <ActionIcon size="xs" aria-label={t('board.fold', { name })} onClick={() => onFold(key, true)}>
            <IconFold size={16} className={classes.foldIcon} stroke={1.75} />
          </ActionIcon>
        )}
      </header>
      <ColumnCards column={column} {...props} />
    </Box>
  )
}

function ColumnCards({ column, ...props }: Props) {
  const { choice, fields, ownFields, actions, isNarrow, selection, held } = props
  const { t } = useTranslation('leads')
  const { name, total } = column
  const { leads, more, isLoading } = useColumnLeads(choice, column)
  const isSelecting = isNarrow && (selection?.count ?? 0) > 0
  return (
    <ul className={classes.cards} aria-label={name} data-scroller>
      {leads.map((lead) => (
        <BoardCard
          key={lead._id}
          {...{ lead, fields, ownFields, actions, isNarrow, isSelecting }}
          isSelected={selection?.has(lead._id) ?? false}
          onToggle={selection?.toggle}
          isHeld={held?._id === lead._id}
        />
      ))}
      {leads.length === 0 && <li className={classes.empty}>{t('board.empty')}</li>}
      {more && (
        <li className={classes.more} ref={more.whenSeen}>
          <Button variant="default" fullWidth loading={isLoading} onClick={more.load}>
            {t('board.more', { count: total - leads.length, total: formatNumber(total - leads.length) })}
          </Button>
        </li>
      )}
    </ul>
  )
}

/** The first leads of the column and those that were asked for after them. */
function useColumnLeads(choice: BoardChoice, { key, leads: first, total }: ShownColumn) {
  const [isFurther, setFurther] = useState(false)
  const further = useFurtherLeads(choice, key, isFurther)
  const rest = further.data?.pages.flatMap((page) => page.leads) ?? []
  const leads = [...new Map([...first, ...rest].map((lead) => [lead._id, lead])).values()]
  const isLoading = further.isFetching && isFurther
  const load = () => {
    if (!isFurther) setFurther(true)
    else if (further.hasNextPage && !further.isFetching) void further.fetchNextPage()
  }
  const latest = useRef(load)
  latest.current = load
  const [whenSeen] = useState(() => (element: HTMLElement | null) => {
    if (!element || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current()
    })
    observer.observe(element)
    return () => observer.disconnect()
  })
  const isEnd = isFurther && further.isSuccess && !further.hasNextPage
  return { leads, isLoading, more: leads.length < total && !isEnd ? { load, whenSeen } : undefined }
}
