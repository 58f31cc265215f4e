import fc from 'fast-check'

/** What is drawn at random is the same in each run of a commit, so that a failure comes again; another seed draws anew. */
export const seed = Number(process.env['VIGIE_SEED'] ?? 20_261_115)

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
