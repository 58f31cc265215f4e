/** What stands in place of what a person or a company does not want published. */
export const masked = '[NON-DIFFUSIBLE]'
