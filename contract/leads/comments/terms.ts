/** Error codes, rights and periods of comments. They are separate from the routes, because every page loads the rights. */
export const commentErrors = { comment_not_found: 404, comment_deleted: 409 } as const
export const commentRights = {
  /** To delete the comments of others. */
  'comments.moderate': ['Owner', 'Admin'],
} as const
/** How long the text of a deleted comment is kept, so that it can be restored. */
export const commentPeriods = { deletedComments: { unit: 'hours', amount: 24 } } as const
