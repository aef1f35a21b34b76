/** Whether this installation charges businesses; the server marks the page. Without it nothing of billing is shown. */
export const hasBilling = () => document.documentElement.dataset.billing !== undefined
