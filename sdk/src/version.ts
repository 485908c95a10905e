/** The version of this package, as in its `User-Agent`. */
export const VERSION = '0.1.0'
