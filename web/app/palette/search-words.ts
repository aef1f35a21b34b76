import { queryOptions, useQuery } from '@tanstack/react-query'
import { languages } from '#contract/constants.ts'
import { i18nIn } from '../../lib/i18n/i18n.ts'
import { holds } from './palette-item.ts'

type Named = { key: string; label: string; name: string }

/** Names and synonyms of pages in both languages. */
const wordsQuery = queryOptions({
  queryKey: ['search-words'],
  queryFn: async () => {
    const inEach = await Promise.all(languages.map((language) => i18nIn(language, ['search-words'])))
    return ({ key, name }: Named) =>
      inEach.map(({ t }) => `${t(`shell:${name}`)} ${t(`search-words:${key}`)}`).join(' ')
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Whether a page has all typed words in its names and synonyms, of either language. */
export function useFitting() {
  const { data: wordsOf } = useQuery(wordsQuery)
  return (page: Named, typed: string) => holds(`${page.label} ${wordsOf?.(page) ?? ''}`, typed)
}
