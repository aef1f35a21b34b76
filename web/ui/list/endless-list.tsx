import { Button } from '@mantine/core'
import { type FetchQueryOptions, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pagination } from '#contract/common.ts'
import { type Endless, type EndlessPlace, placeOf } from '../../lib/endless-list.ts'
import classes from './endless-list.module.css'

/** How far below the view the next rows are loaded. */
const AHEAD = '600px'

const NOWHERE: EndlessPlace = { next: undefined, previous: undefined, isFull: false }

type Props<D> = {
  /** If false, only the children are rendered. */
  isOn: boolean
  query: Endless<{ page: number; limit: number }>
  pagination: Pagination | undefined
  /** Number of rows. */
  shown: number
  /** Whether the rows still belong to the previous list. */
  isStale: boolean
  /** The list up to a page. */
  pageOf: (page: number) => FetchQueryOptions<D, Error, D, QueryKey>
  onChange: (changes: { page: number }, how?: { push: boolean }) => unknown
  children: ReactNode
}

/**
 * A list that loads its next rows before its end is visible or, after an error, when the button is pressed. The last
 * loaded page is kept in the URL. Above ENDLESS_MAX rows, the next rows replace those shown.
 */
export function EndlessList<D>({ isOn, query, pagination, shown, isStale, pageOf, onChange, children }: Props<D>) {
  const { t } = useTranslation('lists')
  const { t: common } = useTranslation()
  const client = useQueryClient()
  const shownList = JSON.stringify(query)
  const { mutate, isPending, isError } = useMutation({
    // Loaded into the cache before the URL changes, so that the rows on the screen stay.
    mutationFn: ({ page }: { page: number; of: string }) => client.fetchQuery(pageOf(page)),
    onSuccess: (_list, { page, of }) => of === shownList && onChange({ page }),
  })
  const isComplete = isOn && pagination && !isStale
  const { next, previous, isFull } = isComplete ? placeOf(query, pagination, shown) : NOWHERE
  const goTo = (page: number) => {
    onChange({ page }, { push: true })
    window.scrollTo(0, 0)
  }
  const load = () => next && mutate({ page: next, of: shownList })
  const whenNear = (button: HTMLElement | null) => {
    if (!button || !next || isPending || isError || isFull || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: AHEAD })
    observer.observe(button)
    return () => observer.disconnect()
  }
  return (
    <>
      {previous && (
        <div className={classes.end}>
          <Button variant="default" size="lg" onClick={() => goTo(previous)}>
            {t('previousRows')}
          </Button>
        </div>
      )}
      {children}
      {next && (
        <div className={classes.end}>
          <Button
            variant="default"
            size="lg"
            loading={isPending}
            ref={whenNear}
            onClick={() => (isFull ? goTo(next) : load())}
          >
            {isFull ? t('nextRows') : common('loadMore')}
          </Button>
        </div>
      )}
    </>
  )
}
