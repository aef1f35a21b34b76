import { useTranslation } from 'react-i18next'
import { partsOf, type Where, type WhereGroup, type WhereRule } from '#contract/leads/lead-where.ts'
import { useRuleText, useWhereFields } from './use-where-texts.ts'
import classes from './where.module.css'

type Props = { businessId: string; where: Where | WhereGroup }

/** Conditions as a sentence: "Phone not empty and (Source Facebook or Google)". */
export function WhereSentence({ businessId, where }: Props) {
  const { t } = useTranslation(['leads', 'calls'])
  const { nameOf } = useWhereFields(businessId)
  const ruleText = useRuleText(businessId)
  const { isAll, parts } = partsOf<WhereRule | WhereGroup>(where)
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may be equal, so their content cannot be the key.
    <span key={at}>
      {at > 0 && ` ${t(isAll ? 'where.and' : 'where.or')} `}
      {'field' in part ? (
        <>
          {nameOf(part.field)} <bdi className={classes.said}>{ruleText(part)}</bdi>
        </>
      ) : (
        <>
          (<WhereSentence businessId={businessId} where={part} />)
        </>
      )}
    </span>
  ))
}
