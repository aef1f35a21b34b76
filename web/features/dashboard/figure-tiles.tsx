import { ActionIcon, Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Count, Dashboard, Measure } from '#contract/dashboard.ts'
import { responseBuckets } from '#contract/leads/responses/responses.ts'
import { formatNumber, formatPercent } from '../../lib/i18n/format.ts'
import { link, type SearchText } from '../../lib/search.ts'
import { Money } from '../../ui/display/money.tsx'
import { ChangeMark } from './change-mark.tsx'
import classes from './figure-tiles.module.css'
import { formatDuration } from './format.ts'

export type Tile = {
  /** Key of its texts under `tiles` and `definitions`. */
  name: string
  figure: Measure
  show: (value: number) => ReactNode
  search: SearchText
  better?: 'less'
}

type Props = {
  dashboard: Dashboard
  /** Path of the list, with the search parameters of the period. */
  to: string
  period: SearchText
}

/** Converts a count to the shape that tiles show. */
export const countOf = ({ total, previous }: Count): Measure => ({ value: total, previous })

const TOUCHED = { hover: true, focus: true, touch: true }
const answered = responseBuckets.filter((bucket) => bucket !== 'none').join()

function tilesOf({ newLeads, won, conversion, sales, medianResponse, unanswered }: Dashboard): Tile[] {
  const ofWon = { statusType: 'Won' }
  return [
    { name: 'newLeads', figure: countOf(newLeads), show: formatNumber, search: {} },
    { name: 'won', figure: countOf(won), show: formatNumber, search: ofWon },
    {
      name: 'conversion',
      figure: conversion,
      show: (part) => <bdi dir="ltr">{formatPercent(part)}</bdi>,
      search: ofWon,
    },
    ...(sales
      ? [
          {
            name: 'sales' as const,
            figure: sales,
            show: (agorot: number) => <Money agorot={agorot} short />,
            search: ofWon,
          },
        ]
      : []),
    {
      name: 'medianResponse',
      figure: medianResponse,
      show: formatDuration,
      search: { response: answered },
      better: 'less',
    },
    {
      name: 'unanswered',
      figure: countOf(unanswered),
      show: formatNumber,
      search: { response: 'none' },
      better: 'less',
    },
  ]
}

/** The main figures, each with its change, definition and a link to its leads. */
export const FigureTiles = ({ dashboard, ...list }: Props) => <Tiles tiles={tilesOf(dashboard)} {...list} />

type TilesProps = { tiles: readonly Tile[]; to: string; period: SearchText; label?: string }
export const Tiles = ({ tiles, to, period, label }: TilesProps) => (
  <ul className={classes.tiles} aria-label={label}>
    {tiles.map(({ name, search, ...tile }) => (
      <FigureTile key={name} name={name} {...tile} to={to} search={{ ...period, ...search }} />
    ))}
  </ul>
)

function FigureTile({ name, figure, show, search, better, to }: Tile & { to: string }) {
  const { t } = useTranslation('dashboard')
  const label = t(`tiles.${name}`)
  const { value, previous } = figure
  return (
    <li className={classes.tile}>
      <span className={classes.head}>
        <span className={classes.label}>{label}</span>
        <Tooltip label={t(`definitions.${name}`)} multiline maw="18rem" events={TOUCHED} openDelay={0}>
          <ActionIcon className={classes.about} size="xs" aria-label={t('about', { figure: label })}>
            <IconInfoCircle size={14} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </span>
      <Link {...link(to, search)} className={classes.figure} data-figure={name}>
        <span className={classes.hidden}>{label}</span> {value === null ? '—' : show(value)}
      </Link>
      <ChangeMark
        value={value}
        previous={previous}
        before={previous !== null && show(previous)}
        {...(better && { better })}
      />
    </li>
  )
}
