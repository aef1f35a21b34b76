import type { FastifyInstance } from 'fastify'
import { CAMPAIGN_NAMES_MAX, CAMPAIGNS_FOUND_MAX, campaignRoutes } from '#contract/campaigns.ts'
import type { Deps } from '../../deps.ts'
import { campaignsExported } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import { paginate } from '../../platform/lists/paging.ts'
import { canInCampaign, leadScope, roleInCampaign, visibleCampaigns } from '../access/access.rules.ts'
import { countCampaigns, listCampaignNames, listCampaigns } from './campaigns.queries.ts'
import { asSeenBy } from './campaigns.rules.ts'
import { changeCampaign, createCampaign, findPeople, removeCampaign, requireCampaign } from './campaigns.service.ts'
import { listCampaignMembers } from './members.queries.ts'

export function mountCampaigns(app: FastifyInstance, { env, now, callsOfCampaigns, addFirstForm }: Deps) {
  const viewContext = () => ({ now: now(), publicUrl: env.publicUrl })

  handle(app, campaignRoutes.list, async ({ query: { page, limit, filters, search } }, { db, caller }) => {
    const wanted = { visible: visibleCampaigns(caller), filters, search }
    const [rows, total] = await Promise.all([
      listCampaigns(db, caller.businessId, { ...wanted, sight: leadScope(caller), limit, offset: (page - 1) * limit }),
      countCampaigns(db, caller.businessId, wanted),
    ])
    const calls = await callsOfCampaigns(
      { db, caller },
      rows.map(({ _id }) => _id),
    )
    const campaigns = rows.map((row) => ({
      ...asSeenBy(caller, row, viewContext()),
      calls: calls.get(row._id) ?? null,
    }))
    return { success: true, campaigns, pagination: paginate({ page, limit }, total, true) }
  })

  handle(app, campaignRoutes.names, async (_, { db, caller }) => {
    const rows = await listCampaignNames(db, caller.businessId, {
      visible: visibleCampaigns(caller),
      limit: CAMPAIGN_NAMES_MAX,
    })
    const exported = caller.kind === 'person' ? campaignsExported(caller) : []
    const campaigns = rows.map((row) => ({
      ...row,
      // Keys read campaigns.
      role: caller.kind === 'person' ? roleInCampaign(caller, row._id) : ('Reader' as const),
      ...(exported?.includes(row._id) && { exportsLeads: true as const }),
    }))
    return { success: true, campaigns }
  })

  handle(app, campaignRoutes.search, async ({ query: { search } }, { db, caller }) => {
    const visible = visibleCampaigns(caller)
    return {
      success: true,
      campaigns: await listCampaignNames(db, caller.businessId, { visible, search, limit: CAMPAIGNS_FOUND_MAX }),
    }
  })

  handle(app, campaignRoutes.get, async ({ query: { campaignId } }, { db, caller }) => {
    const row = await requireCampaign({ db, caller }, campaignId)
    const mayEdit = canInCampaign(caller, 'campaigns.edit', campaignId)
    const [members, calls] = await Promise.all([
      mayEdit ? listCampaignMembers(db, caller.businessId, campaignId) : [],
      callsOfCampaigns({ db, caller }, [campaignId]),
    ])
    const campaign = { ...asSeenBy(caller, row, viewContext()), members, calls: calls.get(campaignId) ?? null }
    return { success: true, campaign }
  })

  handle(app, campaignRoutes.people, async ({ query: { campaignId } }, context) => ({
    success: true,
    people: await findPeople(context, campaignId),
  }))

  handle(app, campaignRoutes.create, async ({ body }, context) => {
    const { campaign, creator, formId } = await createCampaign(context, { addFirstForm }, body)
    return { success: true, campaign: asSeenBy(creator, campaign, viewContext()), ...(formId && { formId }) }
  })

  handle(app, campaignRoutes.change, async ({ params: { id }, body }, { db, caller }) => {
    const campaign = await changeCampaign({ db, caller }, id, body)
    return { success: true, campaign: asSeenBy(caller, campaign, viewContext()) }
  })

  handle(app, campaignRoutes.remove, async ({ params: { id }, body }, context) => {
    await removeCampaign({ ...context, now: now() }, id, body ?? { leads: 'trash' })
    return { success: true }
  })
}
