import type { Samples } from '../../testing/routes/samples.ts'
import { byId, byParams } from '../../testing/routes/samples.ts'

const aFile = () => new File(['Hello'], 'hello.txt')
/** Allowed by the role in the campaign: for readers of the lead, and for those who add files and delete their own. */
const read = '++++++413 ++4444413 444444413'
const add = '+++++3313 ++4443313 444443313'

type Ids = { lead: string; file: string }
const foreign = {
  'params.id': (theirs: Ids) => ({ params: { id: theirs.lead, fileId: theirs.file } }),
  'params.fileId': (theirs: Ids, ours: Ids) => ({ params: { id: ours.lead, fileId: theirs.file } }),
}

export const samples: Samples = {
  'files.list': { allowed: read, request: byId('lead'), foreignIds: { 'params.id': byParams('lead') } },
  'files.add': {
    allowed: add,
    request: ({ lead }) => ({ params: { id: lead }, file: aFile() }),
    byCampaignRole: true,
    foreignIds: { 'params.id': (theirs) => ({ params: { id: theirs.lead }, file: aFile() }) },
    event: 'file.added',
  },
  'files.get': {
    allowed: read,
    request: async ({ make, owner }) => ({ params: await make.file(owner.userId) }),
    foreignIds: foreign,
  },
  'files.remove': {
    allowed: add,
    request: async ({ make }, { userId }) => ({ params: await make.file(userId) }),
    byCampaignRole: true,
    foreignIds: foreign,
    event: 'file.deleted',
  },
  'files.restore': {
    allowed: add,
    request: async ({ make }, { userId }) => ({ params: await make.file(userId, new Date()) }),
    byCampaignRole: true,
    foreignIds: foreign,
    event: 'file.restored',
  },
}
