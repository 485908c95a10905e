/** Where a workspace's files stay (contract 1.9). */
export const REGIONS = ['eu', 'ch', 'us'] as const
export type Region = (typeof REGIONS)[number]
