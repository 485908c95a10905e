/**
 * Whether the tests run at full size (`npm run test:full`): every round, every sample, every size of a page. Else each takes
 * a part of them, always the same.
 */
export const isFullSize = (): boolean => process.env.TEST_SIZE === 'full'

/** Of two, what this run takes: a part in `npm test`, all in `npm run test:full`. */
export const sized = <T>(part: T, all: T): T => (isFullSize() ? all : part)
