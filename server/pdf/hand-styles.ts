/** The typefaces of a typed signature; without one it is set in light italic. */
export const HAND_STYLES = ['flowing', 'casual', 'formal'] as const
export type HandStyle = (typeof HAND_STYLES)[number]
