import { Box, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Count } from '#contract/dashboard.ts'
import { formatNumber, formatShare } from '../../lib/i18n/format.ts'
import { link, type SearchText } from '../../lib/search.ts'
import classes from './bar-list.module.css'
import { type Better, ChangeMark } from './change-mark.tsx'

export type BarRow = Count & {
  key: string
  label: ReactNode
  hue?: string
  /** Path of the list that the row counts. */
  to: string
  search: SearchText
  better?: Better
  /** 0 to 1, shown in place of the share of all; null: none. */
  share?: number | null
  /** A separator line above: starts another group. */
  isParted?: boolean
}

type Props = {
  title: string
  /** Explains the shares if they are not obvious. */
  about?: string
  name: string
  rows: readonly BarRow[]
  all: number
}

/** Rows shown initially. */
const SHOWN = 8

/** Shares of a whole as horizontal bars, each linked to its list. */
export function BarList({ title, about, name, rows, all }: Props) {
  const { t } = useTranslation('dashboard')
  const [isWhole, setWhole] = useState(false)
  const most = Math.max(1, ...rows.map(({ total }) => total))
  const shown = isWhole ? rows : rows.slice(0, SHOWN)
  return (
    <section className={classes.list} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {about && <p className={classes.about}>{about}</p>}
      {rows.length === 0 && <p className={classes.none}>{t('nothingHere')}</p>}
      <ul className={classes.rows}>
        {shown.map((row) => (
          <Bar key={row.key} row={row} name={name} most={most} all={all} />
        ))}
      </ul>
      {rows.length > SHOWN && (
        <UnstyledButton className={classes.more} onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
          {isWhole ? t('fewer') : t('more', { count: rows.length - SHOWN })}
        </UnstyledButton>
      )}
    </section>
  )
}

type BarProps = { row: BarRow; name: string; most: number; all: number }
function Bar({ row, name, most, all }: BarProps) {
  const { key, label, hue, total, previous, to, search, better, isParted } = row
  const share = row.share === undefined && all > 0 ? total / all : row.share
  return (
    <Box component="li" className={classes.row} mod={{ parted: isParted }} data-hue={hue}>
      <span className={classes.label}>{label}</span>
      <span className={classes.side}>
        <ChangeMark value={total} previous={previous} {...(better && { better })} />
        <span className={classes.share}>
          <bdi dir="ltr">{typeof share === 'number' ? formatShare(share) : ''}</bdi>
        </span>
        <Link {...link(to, search)} className={classes.figure} data-figure={`${name}.${key}`}>
          <span className={classes.hidden}>{label}</span> {formatNumber(total)}
        </Link>
      </span>
      <span className={classes.track} aria-hidden>
        <span className={classes.fill} style={{ inlineSize: `${(total / most) * 100}%` }} />
      </span>
    </Box>
  )
}
